/// Pays out a sale: royalty first, then the venue's commission of what is left, the rest to the seller.
module marketplace::settlement {
    use aptos_framework::aptos_account;
    use aptos_framework::coin::{Self, Coin};
    use aptos_framework::object::Object;
    use marketplace::fee_schedule::{Self, FeeSchedule};

    friend marketplace::coin_listing;
    friend marketplace::token_offer;
    friend marketplace::collection_offer;

    /// Splits `coins`, the whole price, where commission is capped at what the royalty leaves.
    /// Returns the commission before that cap, which is what events report.
    public(friend) fun settle_capped<CoinType>(
        coins: Coin<CoinType>,
        seller: address,
        fee_schedule: Object<FeeSchedule>,
        royalty_payee: address,
        royalty: u64
    ): u64 {
        let commission = fee_schedule::commission(fee_schedule, coin::value(&coins));
        pay_royalty(&mut coins, royalty_payee, royalty);
        let left = coin::value(&coins);
        let paid = if (commission < left) commission else left;
        aptos_account::deposit_coins(fee_schedule::fee_address(fee_schedule), coin::extract(&mut coins, paid));
        aptos_account::deposit_coins(seller, coins);
        commission
    }

    /// As `settle_capped`, but a price that cannot bear royalty and commission together aborts in the coin module.
    public(friend) fun settle_exact<CoinType>(
        coins: Coin<CoinType>,
        seller: address,
        fee_schedule: Object<FeeSchedule>,
        royalty_payee: address,
        royalty: u64
    ): u64 {
        let commission = fee_schedule::commission(fee_schedule, coin::value(&coins));
        pay_royalty(&mut coins, royalty_payee, royalty);
        aptos_account::deposit_coins(
            fee_schedule::fee_address(fee_schedule), coin::extract(&mut coins, commission)
        );
        aptos_account::deposit_coins(seller, coins);
        commission
    }

    /// Pays the venue for placing a listing or an offer.
    public(friend) fun pay_placing_fee<CoinType>(payer: &signer, fee_schedule: Object<FeeSchedule>, price: u64) {
        let fee = fee_schedule::listing_fee(fee_schedule, price);
        if (fee == 0) return;
        aptos_account::deposit_coins(
            fee_schedule::fee_address(fee_schedule), coin::withdraw<CoinType>(payer, fee)
        );
    }

    fun pay_royalty<CoinType>(coins: &mut Coin<CoinType>, payee: address, royalty: u64) {
        if (royalty > 0) aptos_account::deposit_coins(payee, coin::extract(coins, royalty));
    }
}
