pragma solidity ^0.8.0;
contract Bank {
    mapping(address => uint256) public credit;
    function deposit() external payable { credit[msg.sender] += msg.value; }
    function withdraw() external {
        uint256 amount = credit[msg.sender];
        require(amount > 0, "nothing");
        credit[msg.sender] = 0; //+
        (bool ok, ) = msg.sender.call{value: amount}(""); //@
        require(ok, "failed");
        credit[msg.sender] = 0; //-
    }
}
