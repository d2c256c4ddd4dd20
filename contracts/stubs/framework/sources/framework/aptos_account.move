/// Deposits that work whether or not the receiver has a store yet, unless the receiver refuses them then.
module aptos_framework::aptos_account {
    use std::error;
    use std::signer;
    use aptos_framework::account;
    use aptos_framework::coin::{Self, Coin};

    /// The account takes no coins that it has no store for.
    const EACCOUNT_DOES_NOT_ACCEPT_DIRECT_COIN_TRANSFERS: u64 = 3;

    struct DirectTransferConfig has key {
        allow_arbitrary_coin_transfers: bool
    }

    public entry fun set_allow_direct_coin_transfers(account: &signer, allow: bool) acquires DirectTransferConfig {
        let at = signer::address_of(account);
        if (exists<DirectTransferConfig>(at)) {
            borrow_global_mut<DirectTransferConfig>(at).allow_arbitrary_coin_transfers = allow;
        } else {
            move_to(account, DirectTransferConfig { allow_arbitrary_coin_transfers: allow });
        }
    }

    public fun can_receive_direct_coin_transfers(account: address): bool acquires DirectTransferConfig {
        !exists<DirectTransferConfig>(account)
            || borrow_global<DirectTransferConfig>(account).allow_arbitrary_coin_transfers
    }

    public fun deposit_coins<CoinType>(to: address, coins: Coin<CoinType>) acquires DirectTransferConfig {
        if (!coin::is_account_registered<CoinType>(to)) {
            assert!(
                can_receive_direct_coin_transfers(to),
                error::permission_denied(EACCOUNT_DOES_NOT_ACCEPT_DIRECT_COIN_TRANSFERS)
            );
            coin::register<CoinType>(&account::create_signer(to));
        };
        coin::deposit<CoinType>(to, coins);
    }
}
