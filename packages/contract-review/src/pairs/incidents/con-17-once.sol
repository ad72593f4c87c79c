pragma solidity ^0.8.0;
contract Spin {
    uint256 public earlier;
    function spin() external payable {
        require(msg.value == 10 ether, "stake");
        require(block.timestamp != earlier, "one each"); //!
        require(block.number > earlier + 100, "one each"); //+
        earlier = block.timestamp; //-
        earlier = block.number; //+
        payable(msg.sender).transfer(1 ether);
    }
}
