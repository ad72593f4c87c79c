pragma solidity ^0.8.0;
contract Humans {
    mapping(address => bool) public member;
    address public registrar = msg.sender;
    function join() external {
        require(msg.sender.code.length == 0, "no contracts"); //!
        require(msg.sender == registrar, "ask the registrar"); //+
        member[msg.sender] = true;
    }
}
