pragma solidity ^0.8.0;
contract Control {
    function sum(uint256 a, uint256 b) external pure returns (uint256) {
        /*BIDI reversed */ return a - b; //!
        /* plain */ return a + b; //+
    }
}
