/// Trades on several marketplaces in one transaction. Every call but `try_purchase_many` is done whole or not at all: one order
/// that is gone undoes the others. Batches are bounded by what fits into one transaction. Nothing is stored here between
/// transactions and no fee is taken. Sales are in the marketplaces' own events; the one event of this module says what became
/// of each order that was only tried, and is no sale.
module aggregator::aggregator {
    use std::error;
    use std::option;
    use std::signer;
    use std::string::String;
    use std::vector;
    use aptos_std::type_info;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::coin;
    use aptos_framework::event;
    use aptos_framework::object::{Self, Object, ObjectCore};
    use marketplace::coin_listing;
    use marketplace::fee_schedule::FeeSchedule;
    use aggregator::order_lists;
    use aggregator::routes;

    /// The order costs more than the buyer agreed to.
    const EPRICE_ROSE: u64 = 4;
    /// A sale brings less than the seller agreed to.
    const EPROCEEDS_FELL: u64 = 6;

    /// The token was bought.
    const BOUGHT: u8 = 0;
    /// No such listing can be seen: it is gone, has expired, is reserved for another buyer, or is no object, and marketplaces do not show
    /// those to other modules.
    const NOT_FOUND: u8 = 1;
    /// The listing costs more than the buyer agreed to.
    const PRICE_ROSE: u8 = 2;
    /// The buyer has too little left.
    const NOT_ENOUGH_COINS: u8 = 3;

    #[event]
    /// The outcome of one order of `try_purchase_many`; `paid` is what it cost the buyer.
    struct PurchaseTried has drop, store {
        purchaser: address,
        id: address,
        marketplace: String,
        token_name: String,
        outcome: u8,
        paid: u64
    }

    /// Buys several tokens of one collection wherever they are for sale, in the marketplaces' coin.
    ///
    /// `ids` are listing objects; for v1 tokens at other marketplaces, whose listings are no objects, the seller's address at Topaz,
    /// and `@0x0` where the token alone names its listing.
    /// `prices` are the most that the buyer pays for each, whatever a marketplace asks by then. `quantity` is 1.
    public entry fun purchase_many<CoinType>(
        purchaser: &signer,
        ids: vector<address>,
        marketplaces: vector<String>,
        creator: address,
        collection: String,
        token_names: vector<String>,
        property_versions: vector<u64>,
        prices: vector<u64>,
        quantity: u64
    ) {
        let count =
            order_lists::require_orders(&ids, &marketplaces, &token_names, &property_versions, &prices, quantity);
        for (i in 0..count) {
            purchase<CoinType>(
                purchaser, ids[i], marketplaces[i], creator, collection, token_names[i], property_versions[i], prices[i]
            );
        };
    }

    /// As `purchase_many`, but an order that can be seen to fail is left out and the others go through. A `PurchaseTried`
    /// tells what came of each. Only listings that are objects are tried. A marketplace that does not tell its price can
    /// still undo the whole, by having raised it.
    public entry fun try_purchase_many<CoinType>(
        purchaser: &signer,
        ids: vector<address>,
        marketplaces: vector<String>,
        creator: address,
        collection: String,
        token_names: vector<String>,
        property_versions: vector<u64>,
        prices: vector<u64>,
        quantity: u64
    ) {
        let count =
            order_lists::require_orders(&ids, &marketplaces, &token_names, &property_versions, &prices, quantity);
        let buyer = signer::address_of(purchaser);
        for (i in 0..count) {
            let outcome = prospect<CoinType>(buyer, ids[i], &marketplaces[i], prices[i]);
            let paid = 0;
            if (outcome == BOUGHT) {
                paid = purchase<CoinType>(
                    purchaser, ids[i], marketplaces[i], creator, collection, token_names[i], property_versions[i], prices[i]
                );
            };
            let (id, marketplace, token_name) = (ids[i], marketplaces[i], token_names[i]);
            event::emit(PurchaseTried { purchaser: buyer, id, marketplace, token_name, outcome, paid });
        };
    }

    /// Takes several tokens of one collection back from sale wherever they are, and puts them up for sale at our own
    /// marketplace, each at its own price. `tokens` are the token objects, `@0x0` for v1 tokens, which go by name.
    public entry fun delist_and_list_many<CoinType>(
        seller: &signer,
        ids: vector<address>,
        marketplaces: vector<String>,
        tokens: vector<address>,
        creator: address,
        collection: String,
        token_names: vector<String>,
        property_versions: vector<u64>,
        fee_schedule: Object<FeeSchedule>,
        prices: vector<u64>
    ) {
        let count =
            order_lists::require_listings(&ids, &marketplaces, &tokens, &token_names, &property_versions, &prices);
        for (i in 0..count) {
            let (name, property_version) = (token_names[i], property_versions[i]);
            routes::delist<CoinType>(seller, marketplaces[i], ids[i], creator, collection, name, property_version);
            if (tokens[i] == @0x0) {
                coin_listing::init_fixed_price_for_tokenv1<CoinType>(
                    seller, creator, collection, name, property_version, fee_schedule, prices[i]
                );
            } else {
                let token = object::address_to_object<ObjectCore>(tokens[i]);
                coin_listing::init_fixed_price<CoinType>(seller, token, fee_schedule, prices[i]);
            };
        };
    }

    /// As `delist_and_list_many`, if a sale at its price brings the seller of each its own of `proceeds` or more: the creator may have
    /// raised the royalty since the seller saw it, and a listing keeps that of the moment.
    public entry fun delist_and_list_many_for_at_least<CoinType>(
        seller: &signer,
        ids: vector<address>,
        marketplaces: vector<String>,
        tokens: vector<address>,
        creator: address,
        collection: String,
        token_names: vector<String>,
        property_versions: vector<u64>,
        fee_schedule: Object<FeeSchedule>,
        prices: vector<u64>,
        proceeds: vector<u64>
    ) {
        let count =
            order_lists::require_listings(&ids, &marketplaces, &tokens, &token_names, &property_versions, &prices);
        order_lists::require_length(count, vector::length(&proceeds));
        for (i in 0..count) {
            let (name, property_version) = (token_names[i], property_versions[i]);
            routes::delist<CoinType>(seller, marketplaces[i], ids[i], creator, collection, name, property_version);
            let (price, least, none) = (vector[prices[i]], vector[proceeds[i]], vector[0]);
            if (tokens[i] == @0x0) {
                coin_listing::init_with_terms_for_tokenv1_many_for_at_least<CoinType>(
                    seller,
                    creator,
                    collection,
                    vector[name],
                    property_version,
                    fee_schedule,
                    price,
                    price,
                    0,
                    0,
                    0,
                    @0x0,
                    none,
                    least
                );
            } else {
                let token = vector[object::address_to_object<ObjectCore>(tokens[i])];
                coin_listing::init_with_terms_many_for_at_least<CoinType>(
                    seller, token, fee_schedule, price, price, 0, 0, 0, @0x0, none, least
                );
            };
        };
    }

    /// Sells tokens into collection offers, one into each of `offers`; `quantity` and `amounts` are 1. `tokens` are the
    /// token objects; into an offer for v1 tokens, one goes by name. Our own offers have to be of `fee_schedule`, so that
    /// nobody sells into an offer of a marketplace that takes everything. The collections are those that the offers name.
    public entry fun instant_sell<CoinType>(
        seller: &signer,
        offers: vector<address>,
        marketplaces: vector<String>,
        tokens: vector<address>,
        collections: vector<String>,
        token_names: vector<String>,
        quantity: u64,
        property_versions: vector<u64>,
        fee_schedule: Object<FeeSchedule>,
        amounts: vector<u64>
    ) {
        let count =
            order_lists::require_sales(
                &offers, &marketplaces, &tokens, &collections, &token_names, quantity, &property_versions, &amounts
            );
        for (i in 0..count) {
            routes::sell<CoinType>(
                seller, marketplaces[i], offers[i], tokens[i], token_names[i], property_versions[i], fee_schedule
            );
        };
    }

    /// As `instant_sell`, if each sale brings the seller its own of `leasts` or more after everything that is taken of it,
    /// and all together `least` or more. Balances in the coin of the call and in APT are watched, since some marketplaces pay APT
    /// whatever coin the call names; all of it has to come in one of them, as units of two coins do not add up.
    public entry fun instant_sell_for_at_least<CoinType>(
        seller: &signer,
        offers: vector<address>,
        marketplaces: vector<String>,
        tokens: vector<address>,
        collections: vector<String>,
        token_names: vector<String>,
        quantity: u64,
        property_versions: vector<u64>,
        fee_schedule: Object<FeeSchedule>,
        amounts: vector<u64>,
        leasts: vector<u64>,
        least: u64
    ) {
        let count =
            order_lists::require_sales(
                &offers, &marketplaces, &tokens, &collections, &token_names, quantity, &property_versions, &amounts
            );
        order_lists::require_length(count, vector::length(&leasts));
        let (total, total_apt) = (0, 0);
        for (i in 0..count) {
            let (coins, apt) = balances<CoinType>(signer::address_of(seller));
            routes::sell<CoinType>(
                seller, marketplaces[i], offers[i], tokens[i], token_names[i], property_versions[i], fee_schedule
            );
            let (coins_after, apt_after) = balances<CoinType>(signer::address_of(seller));
            // A marketplace that pays the call's coin may not take APT for it, and the other way round.
            assert!(coins_after >= coins && apt_after >= apt, error::invalid_state(EPROCEEDS_FELL));
            let (received, received_apt) = (coins_after - coins, apt_after - apt);
            assert!(
                of_one_balance(received, received_apt) >= leasts[i], error::invalid_state(EPROCEEDS_FELL)
            );
            total = total + received;
            total_apt = total_apt + received_apt;
            assert!(is_of_one_balance<CoinType>(total, total_apt), error::invalid_state(EPROCEEDS_FELL));
        };
        assert!(of_one_balance(total, total_apt) >= least, error::invalid_state(EPROCEEDS_FELL));
    }

    /// Returns the balances in the coin of a call, and in APT.
    fun balances<CoinType>(who: address): (u64, u64) {
        (coin::balance<CoinType>(who), coin::balance<AptosCoin>(who))
    }

    /// Returns whether only one of the balances changed. In a call in APT they are one.
    fun is_of_one_balance<CoinType>(coins: u64, apt: u64): bool {
        coins == 0 || apt == 0 || type_info::type_name<CoinType>() == type_info::type_name<AptosCoin>()
    }

    /// Returns the change of the balance that changed.
    fun of_one_balance(coins: u64, apt: u64): u64 {
        if (coins > apt) coins else apt
    }

    /// Returns the outcome that an order would have, as far as it can be seen.
    fun prospect<CoinType>(buyer: address, id: address, marketplace: &String, price: u64): u8 {
        let asked = routes::asked<CoinType>(marketplace, buyer, id, price);
        if (option::is_none(&asked)) return NOT_FOUND;
        let asked = option::destroy_some(asked);
        if (asked > price) return PRICE_ROSE;
        let (coins, apt) = balances<CoinType>(buyer);
        let balance = if (routes::is_paid_in_apt(marketplace)) apt else coins;
        if (asked > balance) return NOT_ENOUGH_COINS;
        BOUGHT
    }

    /// Buys one token. Returns what it cost.
    fun purchase<CoinType>(
        purchaser: &signer,
        id: address,
        marketplace: String,
        creator: address,
        collection: String,
        name: String,
        property_version: u64,
        price: u64
    ): u64 {
        let buyer = signer::address_of(purchaser);
        let (coins, apt) = balances<CoinType>(buyer);
        routes::buy<CoinType>(purchaser, marketplace, id, creator, collection, name, property_version, price);
        // Some marketplaces take APT whatever coin the call names: one balance pays, and no more than was agreed; the other
        // nothing.
        let (coins_after, apt_after) = balances<CoinType>(buyer);
        let (paid, paid_apt) = (lost(coins, coins_after), lost(apt, apt_after));
        assert!(
            paid <= price && paid_apt <= price && is_of_one_balance<CoinType>(paid, paid_apt),
            error::invalid_state(EPRICE_ROSE)
        );
        of_one_balance(paid, paid_apt)
    }

    /// Returns how much less there is; 0 for buyers who sold to themselves and received more than they paid.
    fun lost(before: u64, after: u64): u64 {
        if (after < before) before - after else 0
    }

    #[test_only]
    /// Outcome and cost of every order that was tried, in order.
    public fun tried(): vector<vector<u64>> {
        let (figures, tried) = (vector[], event::emitted_events<PurchaseTried>());
        for (i in 0..vector::length(&tried)) {
            vector::push_back(&mut figures, vector[(tried[i].outcome as u64), tried[i].paid]);
        };
        figures
    }
}
