/// BlueMove: v2 listings are objects, v1 listings go by their token and are paid in APT.
module aggregator::bluemove_adapter {
    use std::error;
    use std::string::{Self, String};
    use aptos_framework::object;
    use bluemove::marketplaceV2;
    use bluemove_v2::coin_listing;
    use bluemove_v2::listing::Listing;

    friend aggregator::routes;

    /// There is no such listing, and no v1 token is named instead.
    const ENO_SUCH_LISTING: u64 = 2;

    /// How the marketplace takes a v2 token back from sale is not known.
    const ECAN_NOT_DELIST: u64 = 1;

    /// Is this a listing of a v2 token? Other modules cannot read its price.
    public(friend) fun is_listing(id: address): bool {
        object::object_exists<Listing>(id)
    }

    /// Buys a v2 token when `id` is a listing, else the v1 token of that name.
    public(friend) fun buy<CoinType>(
        purchaser: &signer,
        id: address,
        price: u64,
        creator: address,
        collection: String,
        name: String,
        property_version: u64
    ) {
        if (object::object_exists<Listing>(id)) {
            coin_listing::purchase<CoinType>(purchaser, object::address_to_object<Listing>(id), price);
        } else {
            assert!(!string::is_empty(&name), error::not_found(ENO_SUCH_LISTING));
            marketplaceV2::batch_buy_script(
                purchaser, vector[creator], vector[collection], vector[name], vector[property_version]
            );
        }
    }

    /// Takes a v1 token back from sale.
    public(friend) fun delist(
        seller: &signer, id: address, creator: address, collection: String, name: String, property_version: u64
    ) {
        assert!(!object::object_exists<Listing>(id), error::invalid_argument(ECAN_NOT_DELIST));
        assert!(!string::is_empty(&name), error::not_found(ENO_SUCH_LISTING));
        marketplaceV2::batch_delist_script(
            seller, vector[creator], vector[collection], vector[name], vector[property_version]
        );
    }
}
