/// The checks of every guard script around a marketplace's call. Both functions are inlined: scripts call no module of ours.
/// The codes are those of `marketplace::balance_guard`: 0x30001 for a purchase that costs more than agreed, 0x30002 for a sale
/// that brings less. Gas is charged after the script and counts in neither. A sum beyond u64 aborts as well.
module guard::balance {
    use std::signer;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::coin;

    /// Buys, and aborts when the buyer has lost more than `most` octas by it.
    public inline fun pay_at_most(buyer: &signer, most: u64, buy: || ()) {
        let buyer_address = signer::address_of(buyer);
        let before = coin::balance<AptosCoin>(buyer_address);
        buy();
        assert!(coin::balance<AptosCoin>(buyer_address) + most >= before, 0x30001);
    }

    /// Sells, and aborts unless the seller has gained `least` octas or more by it.
    public inline fun receive_at_least(seller: &signer, least: u64, sell: || ()) {
        let seller_address = signer::address_of(seller);
        let before = coin::balance<AptosCoin>(seller_address);
        sell();
        assert!(coin::balance<AptosCoin>(seller_address) >= before + least, 0x30002);
    }
}
