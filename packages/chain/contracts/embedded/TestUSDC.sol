// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title Test USDC of the embedded chain, with EIP-3009 and EIP-2612. Its tokens have no value.
/// @notice Genesis places its code at an address, so no constructor runs: names are constants, the domain separator is
/// computed when needed, and the minter is a storage word written at genesis.
/// Errors are strings because payment clients read their text.
contract TestUSDC is ERC20("", "") {
    /// keccak256("assay.test-usdc.minter")
    bytes32 public constant MINTER_SLOT = 0xf6ba0caf9b5a0098b4c6ff3fe0bd7fb9a84a21e7bf179db25bd890f7528caacd;

    bytes32 private constant _DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH =
        keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    mapping(address authorizer => mapping(bytes32 nonce => bool isSpent)) public authorizationState;
    mapping(address owner => uint256 next) public nonces;

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

    struct Authorization {
        address from;
        address to;
        uint256 value;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
    }

    function name() public pure override returns (string memory) {
        return "USDC";
    }

    function symbol() public pure override returns (string memory) {
        return "USDC";
    }

    function version() external pure returns (string memory) {
        return "2";
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(_DOMAIN_TYPEHASH, keccak256("USDC"), keccak256("2"), block.chainid, address(this)));
    }

    function minter() public view returns (address account) {
        bytes32 slot = MINTER_SLOT;
        assembly ("memory-safe") {
            account := sload(slot)
        }
    }

    function mint(address to, uint256 value) external {
        require(msg.sender == minter(), "TestUSDC: caller is not the minter");
        _mint(to, value);
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        _spend(
            TRANSFER_WITH_AUTHORIZATION_TYPEHASH,
            Authorization(from, to, value, validAfter, validBefore, nonce),
            abi.encodePacked(r, s, v)
        );
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        _spend(
            TRANSFER_WITH_AUTHORIZATION_TYPEHASH,
            Authorization(from, to, value, validAfter, validBefore, nonce),
            signature
        );
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        _receive(Authorization(from, to, value, validAfter, validBefore, nonce), abi.encodePacked(r, s, v));
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        _receive(Authorization(from, to, value, validAfter, validBefore, nonce), signature);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
        _cancel(authorizer, nonce, abi.encodePacked(r, s, v));
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes calldata signature) external {
        _cancel(authorizer, nonce, signature);
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(block.timestamp <= deadline, "TestUSDC: permit is expired");
        bytes32 structHash = keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonces[owner]++, deadline));
        _requireSigned(owner, structHash, abi.encodePacked(r, s, v));
        _approve(owner, spender, value);
    }

    function _receive(Authorization memory authorization, bytes memory signature) private {
        require(authorization.to == msg.sender, "TestUSDC: caller must be the payee");
        _spend(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, authorization, signature);
    }

    function _spend(bytes32 typeHash, Authorization memory authorization, bytes memory signature) private {
        require(block.timestamp > authorization.validAfter, "TestUSDC: authorization is not yet valid");
        require(block.timestamp < authorization.validBefore, "TestUSDC: authorization is expired");
        _requireSigned(authorization.from, keccak256(abi.encode(typeHash, authorization)), signature);

        _markSpent(authorization.from, authorization.nonce);
        emit AuthorizationUsed(authorization.from, authorization.nonce);
        _transfer(authorization.from, authorization.to, authorization.value);
    }

    function _cancel(address authorizer, bytes32 nonce, bytes memory signature) private {
        _requireSigned(authorizer, keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce)), signature);
        _markSpent(authorizer, nonce);
        emit AuthorizationCanceled(authorizer, nonce);
    }

    function _markSpent(address authorizer, bytes32 nonce) private {
        require(!authorizationState[authorizer][nonce], "TestUSDC: authorization was used or cancelled");
        authorizationState[authorizer][nonce] = true;
    }

    function _requireSigned(address signer, bytes32 structHash, bytes memory signature) private view {
        bytes32 digest = MessageHashUtils.toTypedDataHash(DOMAIN_SEPARATOR(), structHash);
        require(SignatureChecker.isValidSignatureNow(signer, digest, signature), "TestUSDC: invalid signature");
    }
}
