/// What every guard script does around a marketplace's call. Both functions are inlined: scripts call no module of ours.
/// The codes are those of `marketplace::purse`: 0x30001 for a purchase that costs more than agreed, 0x30002 for a sale that
/// brings less. Gas is charged after the script and counts in neither. A sum beyond u64 aborts as well.
module guard::purse {
    use std::signer;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::coin;

    /// Buys, and aborts when the buyer has lost more than `most` octas by it.
    public inline fun pay_at_most(buyer: &signer, most: u64, buy: || ()) {
        let purse = signer::address_of(buyer);
        let before = coin::balance<AptosCoin>(purse);
        buy();
        assert!(coin::balance<AptosCoin>(purse) + most >= before, 0x30001);
    }

    /// Sells, and aborts unless the seller has gained `least` octas or more by it.
    public inline fun receive_at_least(seller: &signer, least: u64, sell: || ()) {
        let purse = signer::address_of(seller);
        let before = coin::balance<AptosCoin>(purse);
        sell();
        assert!(coin::balance<AptosCoin>(purse) >= before + least, 0x30002);
    }
}
