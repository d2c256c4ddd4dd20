/// Pays out a sale: royalty first, then the marketplace's commission of what is left, the rest to the seller.
module marketplace::settlement {
    use aptos_framework::aptos_account;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::coin::{Self, Coin};
    use aptos_framework::object::Object;
    use marketplace::fee_schedule::{Self, FeeSchedule};

    friend marketplace::coin_listing;
    friend marketplace::token_offer;
    friend marketplace::collection_offer;
    friend marketplace::pool_offer;

    /// Splits `coins`, the whole price, where commission is capped at what the royalty leaves.
    /// Returns what the marketplace and what the seller received.
    public(friend) fun settle_capped<CoinType>(
        coins: Coin<CoinType>,
        seller: address,
        fee_schedule: Object<FeeSchedule>,
        commission: u64,
        royalty_payee: address,
        royalty: u64
    ): (u64, u64) {
        pay_royalty(&mut coins, royalty_payee, royalty);
        let left = coin::value(&coins);
        let paid = if (commission < left) commission else left;
        (paid, pay_marketplace_and_seller(coins, seller, fee_schedule, paid))
    }

    /// As `settle_capped`, but a price that cannot bear royalty and commission together aborts in the coin module.
    public(friend) fun settle_exact<CoinType>(
        coins: Coin<CoinType>,
        seller: address,
        fee_schedule: Object<FeeSchedule>,
        commission: u64,
        royalty_payee: address,
        royalty: u64
    ): (u64, u64) {
        pay_royalty(&mut coins, royalty_payee, royalty);
        (commission, pay_marketplace_and_seller(coins, seller, fee_schedule, commission))
    }

    /// Pays the marketplace for placing a listing or an offer: in APT, whatever coin the order is in.
    public(friend) fun pay_placing_fee(payer: &signer, fee_schedule: Object<FeeSchedule>, price: u64) {
        let fee = fee_schedule::listing_fee(fee_schedule, price);
        if (fee == 0) return;
        aptos_account::deposit_coins(
            fee_schedule::fee_address(fee_schedule), coin::withdraw<AptosCoin>(payer, fee)
        );
    }

    fun pay_royalty<CoinType>(coins: &mut Coin<CoinType>, payee: address, royalty: u64) {
        if (royalty > 0) aptos_account::deposit_coins(payee, coin::extract(coins, royalty));
    }

    /// Returns what the seller received.
    fun pay_marketplace_and_seller<CoinType>(
        coins: Coin<CoinType>, seller: address, fee_schedule: Object<FeeSchedule>, commission: u64
    ): u64 {
        if (commission > 0) {
            aptos_account::deposit_coins(
                fee_schedule::fee_address(fee_schedule), coin::extract(&mut coins, commission)
            );
        };
        let left = coin::value(&coins);
        aptos_account::deposit_coins(seller, coins);
        left
    }
}
