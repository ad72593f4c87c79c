pragma solidity ^0.8.0;
contract Hands {
    struct Player { address payable who; uint256 number; }
    Player[2] private players;
    mapping(address => bytes32) public promised;
    uint256 public seats;
    function promise(bytes32 what) external payable { require(msg.value == 1 ether, "stake"); promised[msg.sender] = what; } //+
    function play(uint256 number) external payable { //-
    function play(uint256 number, bytes32 salt) external payable { //+
        require(msg.value == 1 ether, "stake"); //-
        require(keccak256(abi.encode(number, salt)) == promised[msg.sender], "other number"); //+
        players[seats] = Player(payable(msg.sender), number); //@
        seats += 1;
        if (seats == 2) finish();
    }
    function finish() private {
        uint256 sum = players[0].number + players[1].number;
        if (sum % 2 == 0) players[0].who.transfer(2 ether);
        else players[1].who.transfer(2 ether);
        seats = 0;
    }
}
