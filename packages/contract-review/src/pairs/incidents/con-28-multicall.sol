pragma solidity ^0.8.0;
contract Desk {
    mapping(address => uint256) public credit;
    function deposit() external payable { credit[msg.sender] += msg.value; }
    function withdraw(uint256 amount) external { credit[msg.sender] -= amount; payable(msg.sender).transfer(amount); }
    function multicall(bytes[] calldata calls) external payable //-
    function multicall(bytes[] calldata calls) external //+
    {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool ok, ) = address(this).delegatecall(calls[i]); //@
            require(ok, "failed");
        }
    }
}
