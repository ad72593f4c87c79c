// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControlDefaultAdminRules} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

/// @title Registry of certificate anchors: written once, never changed, never removed.
/// @notice A certificate is named by its key, keccak256(abi.encode(bytes16 submissionId, bytes32 payloadHash)).
/// The whole record is one storage slot, submissionId => key, so a submission can never be bound to a second payload.
/// The block of the event gives the time of the commit.
contract CertificateRegistry is AccessControlDefaultAdminRules, Pausable {
    bytes32 public constant COMMITTER_ROLE = keccak256("COMMITTER_ROLE");

    struct Root {
        uint64 size;
        uint64 committedAt;
        uint64 blockNumber;
    }

    mapping(bytes16 submissionId => bytes32 key) private _keys;
    mapping(bytes32 root => Root record) private _roots;

    event Committed(bytes32 indexed key, bytes16 indexed submissionId, bytes32 payloadHash);
    event RootCommitted(bytes32 indexed root, uint64 size);

    /// This exact certificate is already on record. A repeated commit may treat this as success.
    error AlreadyCommitted(bytes32 key);
    /// The submission is permanently bound to another payload.
    error SubmissionBound(bytes16 submissionId, bytes32 key);
    error RootAlreadyCommitted(bytes32 root);
    error EmptySubmissionId();
    error EmptyPayloadHash();
    error EmptyRoot();
    error EmptyBatch();

    constructor(address admin, address committer, uint48 adminTransferDelaySeconds)
        AccessControlDefaultAdminRules(adminTransferDelaySeconds, admin)
    {
        _grantRole(COMMITTER_ROLE, committer);
    }

    function commit(bytes16 submissionId, bytes32 payloadHash) external onlyRole(COMMITTER_ROLE) whenNotPaused {
        if (submissionId == 0) revert EmptySubmissionId();
        if (payloadHash == 0) revert EmptyPayloadHash();

        bytes32 key = keyOf(submissionId, payloadHash);
        bytes32 committed = _keys[submissionId];
        if (committed == key) revert AlreadyCommitted(key);
        if (committed != 0) revert SubmissionBound(submissionId, committed);

        _keys[submissionId] = key;
        emit Committed(key, submissionId, payloadHash);
    }

    /// @param root root of a batch of certificates (leaves as in `leafOf`) or of a transparency log head
    /// @param size number of leaves of the tree
    function commitRoot(bytes32 root, uint64 size) external onlyRole(COMMITTER_ROLE) whenNotPaused {
        if (root == 0) revert EmptyRoot();
        if (size == 0) revert EmptyBatch();
        if (_roots[root].size != 0) revert RootAlreadyCommitted(root);

        _roots[root] = Root(size, uint64(block.timestamp), uint64(block.number));
        emit RootCommitted(root, size);
    }

    /// Stops commits only. Existing records stay readable.
    function pause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _pause();
    }

    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @return key of the only certificate of this submission, or zero
    function committedKey(bytes16 submissionId) external view returns (bytes32 key) {
        return _keys[submissionId];
    }

    function isCommitted(bytes16 submissionId, bytes32 payloadHash) external view returns (bool) {
        return _keys[submissionId] == keyOf(submissionId, payloadHash);
    }

    /// @return record with size zero when the root is unknown
    function committedRoot(bytes32 root) external view returns (Root memory record) {
        return _roots[root];
    }

    /// @return whether the root is on record and the proof leads from this certificate to it
    function isInRoot(bytes32 root, bytes16 submissionId, bytes32 payloadHash, bytes32[] calldata proof)
        external
        view
        returns (bool)
    {
        return _roots[root].size != 0 && MerkleProof.verifyCalldata(proof, root, leafOf(submissionId, payloadHash));
    }

    function keyOf(bytes16 submissionId, bytes32 payloadHash) public pure returns (bytes32) {
        return keccak256(abi.encode(submissionId, payloadHash));
    }

    /// Hashed once more than the key, so that an inner node of a tree cannot be passed off as a leaf.
    function leafOf(bytes16 submissionId, bytes32 payloadHash) public pure returns (bytes32) {
        return keccak256(abi.encode(keyOf(submissionId, payloadHash)));
    }
}
