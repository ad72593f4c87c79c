pragma solidity ^0.8.0;
interface Feed { function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80); }
contract Lending {
    Feed public feed;
    constructor(Feed f) { feed = f; }
    function value(uint256 amount) external view returns (uint256) {
        (, int256 answer, , , ) = feed.latestRoundData(); //!
        (, int256 answer, , uint256 updated, ) = feed.latestRoundData(); //+
        require(answer > 0 && block.timestamp - updated < 1 hours, "stale"); //+
        return amount * uint256(answer) / 1e8;
    }
}
