#[test_only]
/// The last fields of events: the coin, the expiry of an order, the seller's proceeds and the remainder.
module marketplace::event_tests {
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::object::Object;
    use marketplace::coin_listing;
    use marketplace::collection_offer;
    use marketplace::event_log;
    use marketplace::events::{
        CollectionOfferCanceled,
        CollectionOfferFilled,
        CollectionOfferPlaced,
        ListingCanceled,
        ListingFilled,
        ListingPlaced,
        TokenOfferCanceled,
        TokenOfferFilled,
        TokenOfferPlaced
    };
    use marketplace::fee_schedule::FeeSchedule;
    use marketplace::orders;
    use marketplace::token_offer;
    use marketplace::world::{Self, OtherCoin};

    const PRICE: u64 = 1000000;
    /// Of the price, after a royalty of 5 % and a commission of 1.5 %.
    const PROCEEDS: u64 = 935000;
    const EXPIRY: u64 = 2000;

    fun begin(): Object<FeeSchedule> {
        let fee_schedule = world::begin();
        world::create_collection(5, 100);
        world::give_other_coin();
        fee_schedule
    }

    fun assert_conserved(in_escrow: u64) {
        world::assert_conserved(in_escrow);
        world::assert_other_conserved(in_escrow);
    }

    /// The seller lists a token, sells it, and takes another one back.
    fun listings<CoinType>(fee_schedule: Object<FeeSchedule>) {
        let token = world::as_object(world::tokenv2(world::seller_address()));
        coin_listing::init_fixed_price<CoinType>(&world::seller(), token, fee_schedule, PRICE);
        assert!(event_log::last_ends_with<ListingPlaced, CoinType>(vector[0, PRICE, 0, 0, 0]), 1);
        coin_listing::update_fixed_price<CoinType>(&world::seller(), orders::newest_listing(), PRICE);
        assert!(event_log::last_ends_with<ListingPlaced, CoinType>(vector[0, PRICE, 0, 0, 0]), 2);
        coin_listing::purchase<CoinType>(&world::buyer(), orders::newest_listing());
        assert!(event_log::last_ends_with<ListingFilled, CoinType>(vector[PROCEEDS]), 3);
        let token = world::as_object(world::tokenv2(world::seller_address()));
        coin_listing::init_fixed_price<CoinType>(&world::seller(), token, fee_schedule, PRICE);
        coin_listing::end_fixed_price<CoinType>(&world::seller(), orders::newest_listing());
        assert!(event_log::last_ends_with<ListingCanceled, CoinType>(vector[]), 4);
        coin_listing::init_fixed_price<CoinType>(&world::seller(), token, fee_schedule, PRICE);
        coin_listing::abandon<CoinType>(&world::seller(), orders::newest_listing());
        assert!(event_log::last_ends_with<ListingCanceled, CoinType>(vector[]), 5);
    }

    /// The buyer offers for a token that the seller sells, and for one that they do not sell.
    fun token_offers<CoinType>(fee_schedule: Object<FeeSchedule>) {
        let token = world::tokenv2(world::seller_address());
        token_offer::init_for_tokenv2_entry<CoinType>(&world::buyer(), token, fee_schedule, PRICE, EXPIRY);
        assert!(event_log::last_ends_with<TokenOfferPlaced, CoinType>(vector[EXPIRY]), 1);
        token_offer::sell_tokenv2<CoinType>(&world::seller(), orders::newest_token_offer());
        assert!(event_log::last_ends_with<TokenOfferFilled, CoinType>(vector[PROCEEDS]), 2);
        token_offer::init_for_tokenv2_entry<CoinType>(&world::buyer(), token, fee_schedule, PRICE, EXPIRY);
        token_offer::cancel<CoinType>(&world::buyer(), orders::newest_token_offer());
        assert!(event_log::last_ends_with<TokenOfferCanceled, CoinType>(vector[]), 3);
    }

    /// The buyer offers for three tokens of a v2 collection, takes the offer back when one was sold, and offers for v1 tokens.
    fun collection_offers<CoinType>(fee_schedule: Object<FeeSchedule>) {
        let (bidder, seller) = (world::buyer(), world::seller());
        let collection = world::collection_object();
        collection_offer::init_for_tokenv2_entry<CoinType>(&bidder, collection, fee_schedule, PRICE, 3, EXPIRY);
        assert!(event_log::last_ends_with<CollectionOfferPlaced, CoinType>(vector[EXPIRY]), 1);
        let offer = orders::newest_collection_offer();
        collection_offer::sell_tokenv2<CoinType>(&seller, offer, world::tokenv2(world::seller_address()));
        assert!(event_log::last_ends_with<CollectionOfferFilled, CoinType>(vector[PROCEEDS, 2]), 2);
        collection_offer::cancel<CoinType>(&bidder, offer);
        assert!(event_log::last_ends_with<CollectionOfferCanceled, CoinType>(vector[]), 3);
        collection_offer::init_for_tokenv1_entry<CoinType>(
            &bidder, world::creator_address(), world::name(b"Old Opals"), fee_schedule, PRICE, 3, EXPIRY
        );
        assert!(event_log::last_ends_with<CollectionOfferPlaced, CoinType>(vector[EXPIRY]), 4);
    }

    #[test]
    fun listings_tell_coin_and_proceeds() {
        let fee_schedule = begin();
        listings<AptosCoin>(fee_schedule);
        listings<OtherCoin>(fee_schedule);
        assert_conserved(0);
    }

    #[test]
    fun token_offers_tell_coin_expiry_and_proceeds() {
        let fee_schedule = begin();
        token_offers<AptosCoin>(fee_schedule);
        token_offers<OtherCoin>(fee_schedule);
        assert_conserved(0);
    }

    #[test]
    fun collection_offers_tell_coin_expiry_proceeds_and_what_is_left() {
        let fee_schedule = begin();
        collection_offers<AptosCoin>(fee_schedule);
        collection_offers<OtherCoin>(fee_schedule);
        assert_conserved(3 * PRICE);
    }

    #[test]
    /// A royalty of everything leaves nothing, and nothing less than that.
    fun a_seller_who_received_nothing_is_told_to_have_received_nothing() {
        let fee_schedule = world::begin();
        world::create_collection(100, 100);
        coin_listing::purchase<AptosCoin>(
            &world::buyer(), orders::list(world::tokenv2(world::seller_address()), fee_schedule, PRICE)
        );
        assert!(event_log::last_ends_with<ListingFilled, AptosCoin>(vector[0]), 1);
        let offer = orders::collection_offer(fee_schedule, PRICE, 1);
        collection_offer::sell_tokenv2<AptosCoin>(&world::seller(), offer, world::tokenv2(world::seller_address()));
        assert!(event_log::last_ends_with<CollectionOfferFilled, AptosCoin>(vector[0, 0]), 2);
        assert!(event_log::figures_of_collection_offer_filled() == vector[vector[PRICE, 0, PRICE]], 3);
        world::assert_conserved(0);
    }
}
