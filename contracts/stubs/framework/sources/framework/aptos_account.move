/// Deposits that work whether or not the receiver has a store yet.
module aptos_framework::aptos_account {
    use aptos_framework::account;
    use aptos_framework::coin::{Self, Coin};

    public fun deposit_coins<CoinType>(to: address, coins: Coin<CoinType>) {
        if (!coin::is_account_registered<CoinType>(to)) {
            coin::register<CoinType>(&account::create_signer(to));
        };
        coin::deposit<CoinType>(to, coins);
    }
}
