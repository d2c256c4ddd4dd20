/// Finds the adapter of the marketplace that an order names, and passes the order on to it. Abort codes differ from those of the
/// aggregator's other modules.
module aggregator::routes {
    use std::error;
    use std::option::{Self, Option};
    use std::string::{Self, String};
    use aptos_framework::object::Object;
    use marketplace::fee_schedule::FeeSchedule;
    use aggregator::bluemove_adapter;
    use aggregator::mercato_adapter;
    use aggregator::opal_adapter;
    use aggregator::topaz_adapter;

    friend aggregator::aggregator;

    /// No marketplace has this name.
    const EUNKNOWN_MARKETPLACE: u64 = 1;
    /// The marketplace can not do that by this call.
    const EUNSUPPORTED: u64 = 5;

    /// Buys one token. `price` is the most that the buyer named, for marketplaces whose call takes it.
    public(friend) fun buy<CoinType>(
        purchaser: &signer,
        marketplace: String,
        id: address,
        creator: address,
        collection: String,
        name: String,
        property_version: u64,
        price: u64
    ) {
        if (is(&marketplace, b"opal")) {
            opal_adapter::buy<CoinType>(purchaser, id);
        } else if (is(&marketplace, b"mercato")) {
            mercato_adapter::buy(purchaser, id, creator, collection, name, property_version);
        } else if (is(&marketplace, b"topaz")) {
            topaz_adapter::buy<CoinType>(purchaser, id, price, creator, collection, name, property_version);
        } else if (is(&marketplace, b"bluemove")) {
            bluemove_adapter::buy<CoinType>(purchaser, id, price, creator, collection, name, property_version);
        } else {
            refuse(&marketplace);
        };
    }

    /// Returns the price of a listing for a buyer; `price` where the marketplace shows other modules none, none where no listing can be
    /// seen that this buyer can buy.
    public(friend) fun asked<CoinType>(marketplace: &String, buyer: address, id: address, price: u64): Option<u64> {
        if (is(marketplace, b"opal")) return opal_adapter::price<CoinType>(buyer, id);
        if (is(marketplace, b"mercato")) {
            if (mercato_adapter::is_listing(id)) return option::some(price);
        } else if (is(marketplace, b"bluemove")) {
            if (bluemove_adapter::is_listing(id)) return option::some(price);
        } else if (!is(marketplace, b"topaz")) {
            refuse(marketplace);
        };
        option::none()
    }

    /// Returns whether the marketplace takes APT for such listings, whatever coin the call names.
    public(friend) fun is_paid_in_apt(marketplace: &String): bool {
        is(marketplace, b"mercato")
    }

    /// Takes a token back from sale.
    public(friend) fun delist<CoinType>(
        seller: &signer,
        marketplace: String,
        id: address,
        creator: address,
        collection: String,
        name: String,
        property_version: u64
    ) {
        if (is(&marketplace, b"opal")) {
            opal_adapter::delist<CoinType>(seller, id);
        } else if (is(&marketplace, b"mercato")) {
            mercato_adapter::delist(seller, id, creator, collection, name, property_version);
        } else if (is(&marketplace, b"topaz")) {
            topaz_adapter::delist<CoinType>(seller, creator, collection, name, property_version);
        } else if (is(&marketplace, b"bluemove")) {
            bluemove_adapter::delist(seller, id, creator, collection, name, property_version);
        } else {
            refuse(&marketplace);
        };
    }

    /// Sells one token into a collection offer.
    public(friend) fun sell<CoinType>(
        seller: &signer,
        marketplace: String,
        offer: address,
        token: address,
        name: String,
        property_version: u64,
        fee_schedule: Object<FeeSchedule>
    ) {
        if (is(&marketplace, b"opal")) {
            opal_adapter::sell<CoinType>(seller, offer, token, name, property_version, fee_schedule);
        } else if (is(&marketplace, b"mercato")) {
            mercato_adapter::sell(seller, offer, token);
        } else {
            refuse(&marketplace);
        };
    }

    fun is(marketplace: &String, name: vector<u8>): bool {
        *string::bytes(marketplace) == name
    }

    fun refuse(marketplace: &String) {
        let is_known =
            is(marketplace, b"opal") || is(marketplace, b"mercato") || is(marketplace, b"topaz") || is(marketplace, b"bluemove");
        assert!(is_known, error::not_found(EUNKNOWN_MARKETPLACE));
        abort error::invalid_argument(EUNSUPPORTED)
    }
}
