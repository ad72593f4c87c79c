pragma solidity ^0.8.0;
contract Shift {
    function high(uint256 x) external pure returns (uint256 y) {
        assembly { y := shl(x, 128) } //!
        assembly { y := shl(128, x) } //+
    }
}
