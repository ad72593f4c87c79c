pragma solidity ^0.8.0;
contract Closing {
    address public owner;
    constructor() payable { owner = msg.sender; }
    function close() external {
        require(msg.sender == owner, "not owner"); //+
        selfdestruct(payable(msg.sender)); //@
    }
}
