pragma solidity ^0.8.0;
contract Base { uint256 public sold; }
contract Sale is Base {
    mapping(address => uint256) public seats;
    address payable public immutable treasury;
    constructor(address payable t) { treasury = t; }
    receive() external payable { //@
        seats[msg.sender] += 1;
        sold += 1;
        treasury.transfer(msg.value); //+
    }
}
