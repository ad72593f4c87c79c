pragma solidity ^0.8.0;
contract Helper {
    uint256 public count;
    function first(uint256 x) internal pure returns (uint256 y) {
        assembly { mstore(0, x) return(0, 32) } //!
        y = x; //+
    }
    function run(uint256 x) external returns (uint256) { uint256 y = first(x); count += 1; return y; }
}
