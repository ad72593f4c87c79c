// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;

/** Calls what it is told to, and answers whoever calls it in one of few ways. */
contract Actor {
    bool private immutable refuses;
    uint8 private mode;
    uint256 private left;
    address private target;
    uint256 private amount;
    bytes private payload;

    constructor(bool refuses_) payable {
        refuses = refuses_;
    }

    /** What it does the next times somebody calls it: 1 comes back with this call, 0 takes everything. */
    function arm(uint8 mode_, uint256 left_, address target_, uint256 amount_, bytes calldata payload_) external {
        mode = mode_;
        left = left_;
        target = target_;
        amount = amount_;
        payload = payload_;
    }

    function run(address to, uint256 value, bytes calldata data) external payable {
        (bool ok, ) = to.call{value: value}(data);
        require(ok, "refused");
    }

    /** Run by somebody else's delegatecall: takes what that contract holds. */
    function take() external {
        payable(tx.origin).transfer(address(this).balance);
    }

    receive() external payable {
        react();
    }

    fallback() external payable {
        react();
        bytes32 answer = bytes32(uint256(1));
        // Receivers of tokens answer with the name they were called by.
        if (msg.sig == 0x150b7a02 || msg.sig == 0xf23a6e61 || msg.sig == 0xbc197c81) answer = bytes32(msg.sig);
        assembly {
            mstore(0, answer)
            return(0, 32)
        }
    }

    function react() private {
        if (refuses) revert("refused");
        // A plain transfer leaves too little gas to look anything up.
        if (gasleft() < 20000) return;
        if (mode != 1 || left == 0) return;
        left -= 1;
        (bool ok, ) = target.call{value: amount}(payload);
        ok;
    }
}

/** A token that everybody can mint: what a contract does with it is what counts. */
contract Coin {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 public totalSupply;
    uint8 public constant decimals = 18;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
        totalSupply += amount;
    }

    function approve(address who, uint256 amount) external returns (bool) {
        allowance[msg.sender][who] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    /** Accepts every call that it does not know, as some old tokens do. */
    fallback() external payable {
        assembly {
            mstore(0, 1)
            return(0, 32)
        }
    }
}
