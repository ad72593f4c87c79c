pragma solidity ^0.8.0;
contract Setup {
    address public owner;
    bool public done;
    receive() external payable {}
    function initialize(address first) external {
        require(!done, "done"); //+
        done = true; //+
        owner = first; //@
    }
    function take() external { require(msg.sender == owner, "not owner"); payable(owner).transfer(address(this).balance); }
}
