pragma solidity ^0.8.0;
contract Coin {
    mapping(address => mapping(address => uint256)) public allowed;
    function approve(address spender, uint256 amount) external returns (bool) {
        require(spender != address(0), "nobody");
        require(amount == 0 || allowed[msg.sender][spender] == 0, "set it to 0 first"); //+
        allowed[msg.sender][spender] = amount; //@
        return true;
    }
}
