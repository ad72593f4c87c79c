// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title The two read batches that clients expect at the Multicall3 address of every chain.
/// @notice Deployed at genesis of the embedded chain. Stateless and without an owner.
contract Multicall {
    struct Call {
        address target;
        bytes callData;
    }

    struct GuardedCall {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    error CallFailed(uint256 index);

    function tryAggregate(bool requireSuccess, Call[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            results[i] = _run(i, calls[i].target, calls[i].callData, !requireSuccess);
        }
    }

    function aggregate3(GuardedCall[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            results[i] = _run(i, calls[i].target, calls[i].callData, calls[i].allowFailure);
        }
    }

    function _run(uint256 index, address target, bytes calldata callData, bool mayFail) private returns (Result memory) {
        (bool success, bytes memory returnData) = target.call(callData);
        if (!success && !mayFail) revert CallFailed(index);
        return Result(success, returnData);
    }
}
