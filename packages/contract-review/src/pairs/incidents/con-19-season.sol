pragma solidity ^0.8.0;
contract Season {
    address payable[] private players;
    function play() external payable {
        require(players.length < 100, "full"); //+
        require(msg.value == 1 ether, "stake");
        players.push(payable(msg.sender));
    }
    function close() external {
        require(players.length > 1, "empty");
        players[players.length - 1].transfer(address(this).balance);
        delete players; //@
    }
}
