pragma solidity ^0.8.0;
contract Gate {
    mapping(address => uint256) public minted;
    address public signer = msg.sender;
    function isContract(address who) internal view returns (bool yes) { uint256 size; assembly { size := extcodesize(who) } return size > 0; }
    function mint() external {
        require(!isContract(msg.sender), "people only"); //!
        require(msg.sender == signer, "signer only"); //+
        minted[msg.sender] += 1;
    }
}
