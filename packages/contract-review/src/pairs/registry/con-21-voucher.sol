pragma solidity ^0.8.0;
contract Voucher {
    address public signer;
    mapping(bytes32 => bool) public used;
    constructor(address s) payable { signer = s; }
    function redeem(uint256 amount, uint8 v, bytes32 r, bytes32 s) external {
        bytes32 hash = keccak256(abi.encode(address(this), block.chainid, msg.sender, amount));
        require(!used[hash], "used"); //+
        used[hash] = true; //+
        address from = ecrecover(hash, v, r, s); //@
        require(from == signer && from != address(0), "forged");
        payable(msg.sender).transfer(amount);
    }
}
