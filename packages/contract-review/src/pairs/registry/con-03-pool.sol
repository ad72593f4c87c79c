pragma solidity ^0.8.0;
contract Pool {
    uint256 public shares;
    mapping(address => uint256) public held;
    uint256 private entered = 1;
    modifier guarded() { require(entered == 1, "busy"); entered = 2; _; entered = 1; }
    function join() external payable guarded { held[msg.sender] += msg.value; shares += msg.value; }
    function leave(uint256 amount) external guarded {
        held[msg.sender] -= amount;
        shares -= amount; //+
        (bool ok, ) = msg.sender.call{value: amount}(""); //@
        require(ok, "failed");
        shares -= amount; //-
    }
    function price() external view returns (uint256) { return (address(this).balance * 1e18) / shares; }
}
