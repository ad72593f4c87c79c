pragma solidity ^0.8.0;
contract Lenders {
    address[] public lenders;
    uint256 public round;
    mapping(uint256 => address[]) public rounds;
    function lend() external payable {
        require(msg.value == 1 ether, "stake");
        lenders.push(msg.sender); //-
        rounds[round].push(msg.sender); //+
    }
    function restart() external {
        lenders = new address[](0); //!
        round += 1; //+
    }
}
