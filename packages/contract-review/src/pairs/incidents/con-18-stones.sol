pragma solidity ^0.8.0;
contract Stones {
    enum Move { None, Rock, Paper, Scissors }
    mapping(address => Move) private moves;
    mapping(address => bytes32) public promised;
    address payable public first;
    address payable public second;
    function promise(bytes32 what) external payable { require(msg.value == 1 ether, "stake"); promised[msg.sender] = what; } //+
    function choose(Move move, bytes32 salt) external payable {
        require(keccak256(abi.encode(move, salt)) == promised[msg.sender], "other move"); //+
        moves[msg.sender] = move; //@
        if (first == address(0)) first = payable(msg.sender);
        else second = payable(msg.sender);
    }
    function settle() external {
        if (moves[first] == moves[second]) revert("again");
        if ((uint256(moves[first]) + 3 - uint256(moves[second])) % 3 == 1) first.transfer(2 ether);
        else second.transfer(2 ether);
    }
}
