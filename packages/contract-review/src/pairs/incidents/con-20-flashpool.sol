pragma solidity ^0.8.0;
contract FlashPool {
    uint256 public deposits;
    function put() external payable { deposits += msg.value; }
    function flash(uint256 amount) external {
        require(address(this).balance == deposits, "drift"); //!
        require(amount <= deposits, "too much"); //+
        uint256 before = address(this).balance;
        payable(msg.sender).transfer(amount);
        require(address(this).balance >= before, "not paid back");
    }
}
