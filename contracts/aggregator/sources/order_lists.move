/// Checks the parallel lists that the aggregator's calls take. Abort codes differ from those of its other modules.
module aggregator::order_lists {
    use std::error;
    use std::string::String;
    use std::vector;

    friend aggregator::aggregator;

    /// The lists are not of the same length.
    const EUNEQUAL_LENGTHS: u64 = 2;
    /// Each order is for one token.
    const EQUANTITY_NOT_ONE: u64 = 3;

    /// Requires lists of one length, and orders for one token each. Returns the length.
    public(friend) fun require_orders(
        ids: &vector<address>,
        marketplaces: &vector<String>,
        token_names: &vector<String>,
        property_versions: &vector<u64>,
        prices: &vector<u64>,
        quantity: u64
    ): u64 {
        assert!(quantity == 1, error::invalid_argument(EQUANTITY_NOT_ONE));
        let count = vector::length(ids);
        require_length(count, vector::length(marketplaces));
        require_length(count, vector::length(token_names));
        require_length(count, vector::length(property_versions));
        require_length(count, vector::length(prices));
        count
    }

    /// As `require_orders`, for sales into offers.
    public(friend) fun require_sales(
        offers: &vector<address>,
        marketplaces: &vector<String>,
        tokens: &vector<address>,
        collections: &vector<String>,
        token_names: &vector<String>,
        quantity: u64,
        property_versions: &vector<u64>,
        amounts: &vector<u64>
    ): u64 {
        assert!(quantity == 1, error::invalid_argument(EQUANTITY_NOT_ONE));
        let count = vector::length(offers);
        require_length(count, vector::length(marketplaces));
        require_length(count, vector::length(tokens));
        require_length(count, vector::length(collections));
        require_length(count, vector::length(token_names));
        require_length(count, vector::length(property_versions));
        require_length(count, vector::length(amounts));
        for (i in 0..count) assert!(amounts[i] == 1, error::invalid_argument(EQUANTITY_NOT_ONE));
        count
    }

    /// As `require_orders`, for listings that move to our own marketplace.
    public(friend) fun require_listings(
        ids: &vector<address>,
        marketplaces: &vector<String>,
        tokens: &vector<address>,
        token_names: &vector<String>,
        property_versions: &vector<u64>,
        prices: &vector<u64>
    ): u64 {
        let count = vector::length(ids);
        require_length(count, vector::length(marketplaces));
        require_length(count, vector::length(tokens));
        require_length(count, vector::length(token_names));
        require_length(count, vector::length(property_versions));
        require_length(count, vector::length(prices));
        count
    }

    public(friend) fun require_length(expected: u64, length: u64) {
        assert!(length == expected, error::invalid_argument(EUNEQUAL_LENGTHS));
    }
}
