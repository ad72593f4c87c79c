pragma solidity ^0.8.0;
contract Interest {
    function yearly(uint256 amount, uint256 rate, uint256 periods) external pure returns (uint256) {
        return amount / periods * rate; //!
        return amount * rate / periods; //+
    }
}
