pragma solidity ^0.8.0;
interface CurvePool { function get_virtual_price() external view returns (uint256); function claim_admin_fees() external; }
contract Valuer {
    CurvePool public pool;
    mapping(address => uint256) public staked;
    constructor(CurvePool p) { pool = p; }
    function worth(address who) external returns (uint256) {
        pool.claim_admin_fees(); //+
        return staked[who] * pool.get_virtual_price() / 1e18; //@
    }
}
