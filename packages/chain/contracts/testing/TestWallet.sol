// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title Minimal contract wallet: it accepts the signatures of its owner (ERC-1271).
contract TestWallet is IERC1271 {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(hash, signature);
        bool isOwner = failure == ECDSA.RecoverError.NoError && signer == owner;
        return isOwner ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// @title Creates wallets at predictable addresses, so that they can sign before deployment (ERC-6492).
contract TestWalletFactory {
    function create(address owner, bytes32 salt) external returns (TestWallet) {
        return new TestWallet{salt: salt}(owner);
    }

    function addressOf(address owner, bytes32 salt) external view returns (address) {
        bytes32 codeHash = keccak256(abi.encodePacked(type(TestWallet).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, codeHash)))));
    }
}
