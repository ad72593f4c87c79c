// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title Token that pays bounties for confirmed flags.
/// @notice The supply is fixed at deployment and belongs to the treasury. No account can mint.
contract AssayToken is ERC20("Assay", "ASY") {
    constructor(address treasury, uint256 supply) {
        _mint(treasury, supply);
    }
}
