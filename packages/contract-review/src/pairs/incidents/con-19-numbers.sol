pragma solidity ^0.8.0;
contract Numbers {
    uint256[] private numbers;
    function insert(uint256 value, uint256 times) external {
        require(times <= 50, "too many"); //+
        for (uint256 i = 0; i < times; i++) {
            numbers.push(value); //@
        }
    }
}
