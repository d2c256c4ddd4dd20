/// Sales for a coin, at a fixed price or on terms. A token for sale is in escrow; a buyer who pays the price receives it immediately.
/// A batch is bounded by what fits into one transaction, names as many prices as items, and is done whole or not at all.
module marketplace::coin_listing {
    use std::error;
    use std::option::{Self, Option};
    use std::signer;
    use std::string::{Self, String};
    use std::vector;
    use aptos_std::type_info;
    use aptos_framework::coin;
    use aptos_framework::object::{Self, ConstructorRef, Object, ObjectCore};
    use marketplace::balance_guard;
    use marketplace::events;
    use marketplace::fee_schedule::{Self, FeeSchedule};
    use marketplace::listing::{Self, Listing};
    use marketplace::listing_terms::{Self, Terms};
    use marketplace::settlement;

    /// There exists no listing.
    const ENO_LISTING: u64 = 1;
    /// The entity is not the seller.
    const ENOT_SELLER: u64 = 6;
    /// A batch names more or fewer prices than items.
    const EUNEQUAL_LENGTHS: u64 = 7;
    /// A listing needs a price.
    const EPRICE_IS_ZERO: u64 = 8;
    /// A batch changes the price of a listing twice.
    const EREPRICED_TWICE: u64 = 9;
    /// A price that these terms ask at some time brings the seller less than they accept.
    const ELEAST_IS_TOO_HIGH: u64 = 10;
    /// Royalty and commission leave the seller less of the price than they agreed to.
    const EBRINGS_TOO_LITTLE: u64 = 11;

    /// The kind of sale, as events name it.
    const FIXED_PRICE: vector<u8> = b"fixed price";

    #[resource_group_member(group = aptos_framework::object::ObjectGroup)]
    /// What a listing asks for, in the same object as its `Listing`.
    struct FixedPriceListing<phantom CoinType> has key {
        terms: Terms
    }

    /// Puts a v2 token up for sale.
    public entry fun init_fixed_price<CoinType>(
        seller: &signer, object: Object<ObjectCore>, fee_schedule: Object<FeeSchedule>, price: u64
    ) {
        require_price(price);
        place<CoinType>(seller, object, fee_schedule, listing_terms::fixed(price));
    }

    /// Puts a v1 token up for sale.
    public entry fun init_fixed_price_for_tokenv1<CoinType>(
        seller: &signer,
        token_creator: address,
        token_collection: String,
        token_name: String,
        token_property_version: u64,
        fee_schedule: Object<FeeSchedule>,
        price: u64
    ) {
        let container =
            listing::contain_tokenv1(seller, token_creator, token_collection, token_name, token_property_version);
        init_fixed_price<CoinType>(seller, container, fee_schedule, price);
    }

    /// Puts several v2 tokens up for sale, each at its own price.
    public entry fun init_fixed_price_many<CoinType>(
        seller: &signer, objects: vector<Object<ObjectCore>>, fee_schedule: Object<FeeSchedule>, prices: vector<u64>
    ) {
        require_equal_lengths(vector::length(&objects), vector::length(&prices));
        for (i in 0..vector::length(&prices)) {
            init_fixed_price<CoinType>(seller, objects[i], fee_schedule, prices[i]);
        }
    }

    /// Puts several v1 tokens of one collection and one property version up for sale.
    public entry fun init_fixed_price_for_tokenv1_many<CoinType>(
        seller: &signer,
        token_creator: address,
        token_collection: String,
        token_names: vector<String>,
        token_property_version: u64,
        fee_schedule: Object<FeeSchedule>,
        prices: vector<u64>
    ) {
        require_equal_lengths(vector::length(&token_names), vector::length(&prices));
        for (i in 0..vector::length(&prices)) {
            init_fixed_price_for_tokenv1<CoinType>(
                seller,
                token_creator,
                token_collection,
                token_names[i],
                token_property_version,
                fee_schedule,
                prices[i]
            );
        }
    }

    /// Puts several v2 tokens up for sale on the same terms, each at its own price, which falls to its `end_prices` between
    /// `falls_from` and `falls_until`; a fixed price is its own end price, and both times are 0. From `expiration_time` on nobody
    /// can buy (0: never). Only `reserved_for` can (@0x0: anyone). A sale brings the seller its own of `leasts` or more.
    public entry fun init_with_terms_many<CoinType>(
        seller: &signer,
        objects: vector<Object<ObjectCore>>,
        fee_schedule: Object<FeeSchedule>,
        prices: vector<u64>,
        end_prices: vector<u64>,
        falls_from: u64,
        falls_until: u64,
        expiration_time: u64,
        reserved_for: address,
        leasts: vector<u64>
    ) {
        let proceeds = zeros(vector::length(&prices));
        init_with_terms_many_for_at_least<CoinType>(
            seller,
            objects,
            fee_schedule,
            prices,
            end_prices,
            falls_from,
            falls_until,
            expiration_time,
            reserved_for,
            leasts,
            proceeds
        );
    }

    /// As `init_with_terms_many`, if a sale at its first price brings the seller of each its own of `proceeds` or more: royalty and
    /// commission may have changed since the seller saw them. A listing keeps those of the moment as the most that it ever pays.
    public entry fun init_with_terms_many_for_at_least<CoinType>(
        seller: &signer,
        objects: vector<Object<ObjectCore>>,
        fee_schedule: Object<FeeSchedule>,
        prices: vector<u64>,
        end_prices: vector<u64>,
        falls_from: u64,
        falls_until: u64,
        expiration_time: u64,
        reserved_for: address,
        leasts: vector<u64>,
        proceeds: vector<u64>
    ) {
        require_equal_lengths(vector::length(&objects), vector::length(&prices));
        require_equal_lengths(vector::length(&prices), vector::length(&proceeds));
        let terms =
            terms_of_each(prices, end_prices, falls_from, falls_until, expiration_time, reserved_for, leasts);
        for (i in 0..vector::length(&terms)) {
            place_for_at_least<CoinType>(seller, objects[i], fee_schedule, terms[i], proceeds[i]);
        }
    }

    /// As `init_with_terms_many`, for v1 tokens of one collection and one property version.
    public entry fun init_with_terms_for_tokenv1_many<CoinType>(
        seller: &signer,
        token_creator: address,
        token_collection: String,
        token_names: vector<String>,
        token_property_version: u64,
        fee_schedule: Object<FeeSchedule>,
        prices: vector<u64>,
        end_prices: vector<u64>,
        falls_from: u64,
        falls_until: u64,
        expiration_time: u64,
        reserved_for: address,
        leasts: vector<u64>
    ) {
        let proceeds = zeros(vector::length(&prices));
        init_with_terms_for_tokenv1_many_for_at_least<CoinType>(
            seller,
            token_creator,
            token_collection,
            token_names,
            token_property_version,
            fee_schedule,
            prices,
            end_prices,
            falls_from,
            falls_until,
            expiration_time,
            reserved_for,
            leasts,
            proceeds
        );
    }

    /// As `init_with_terms_many_for_at_least`, for v1 tokens of one collection and one property version.
    public entry fun init_with_terms_for_tokenv1_many_for_at_least<CoinType>(
        seller: &signer,
        token_creator: address,
        token_collection: String,
        token_names: vector<String>,
        token_property_version: u64,
        fee_schedule: Object<FeeSchedule>,
        prices: vector<u64>,
        end_prices: vector<u64>,
        falls_from: u64,
        falls_until: u64,
        expiration_time: u64,
        reserved_for: address,
        leasts: vector<u64>,
        proceeds: vector<u64>
    ) {
        require_equal_lengths(vector::length(&token_names), vector::length(&prices));
        require_equal_lengths(vector::length(&prices), vector::length(&proceeds));
        let terms =
            terms_of_each(prices, end_prices, falls_from, falls_until, expiration_time, reserved_for, leasts);
        for (i in 0..vector::length(&terms)) {
            let container =
                listing::contain_tokenv1(
                    seller, token_creator, token_collection, token_names[i], token_property_version
                );
            place_for_at_least<CoinType>(seller, container, fee_schedule, terms[i], proceeds[i]);
        }
    }

    /// Buys a token at what it costs now. Aborts when the listing has expired or is reserved for another buyer.
    public entry fun purchase<CoinType>(purchaser: &signer, listing: Object<Listing>) acquires FixedPriceListing {
        let terms = remove_terms<CoinType>(listing);
        listing_terms::require_buyer(&terms, signer::address_of(purchaser));
        let price = listing_terms::price(&terms);
        let at = object::object_address(&listing);
        let seller = listing::seller(listing);
        let fee_schedule = listing::fee_schedule(listing);
        let metadata = listing::token_metadata(listing);
        let (royalty_payee, royalty) = listing::compute_royalty(listing, price);
        let commission = listing::compute_commission(listing, price);
        let coins = coin::withdraw<CoinType>(purchaser, price);
        listing::close(purchaser, listing);
        let (paid, received) =
            settlement::settle_capped(coins, seller, fee_schedule, commission, royalty_payee, royalty);
        listing_terms::require_proceeds(&terms, received);
        events::emit_listing_filled(
            object::object_address(&fee_schedule),
            string::utf8(FIXED_PRICE),
            at,
            seller,
            signer::address_of(purchaser),
            price,
            paid,
            royalty,
            metadata,
            type_info::type_name<CoinType>(),
            received
        );
    }

    /// Buys several tokens, or none of them.
    public entry fun purchase_many<CoinType>(
        purchaser: &signer, listings: vector<Object<Listing>>
    ) acquires FixedPriceListing {
        for (i in 0..vector::length(&listings)) {
            purchase<CoinType>(purchaser, listings[i]);
        }
    }

    /// Buys a token for at most `most`, whatever the listing asks by then.
    public entry fun purchase_for_at_most<CoinType>(
        purchaser: &signer, listing: Object<Listing>, most: u64
    ) acquires FixedPriceListing {
        let before = balance_guard::balance<CoinType>(purchaser);
        purchase<CoinType>(purchaser, listing);
        balance_guard::require_paid_at_most<CoinType>(purchaser, before, most);
    }

    /// Buys several tokens for at most `most` together, or none of them.
    public entry fun purchase_many_for_at_most<CoinType>(
        purchaser: &signer, listings: vector<Object<Listing>>, most: u64
    ) acquires FixedPriceListing {
        let before = balance_guard::balance<CoinType>(purchaser);
        purchase_many<CoinType>(purchaser, listings);
        balance_guard::require_paid_at_most<CoinType>(purchaser, before, most);
    }

    /// Takes a token back from sale.
    public entry fun end_fixed_price<CoinType>(seller: &signer, listing: Object<Listing>) acquires FixedPriceListing {
        require_seller(seller, listing);
        let at = object::object_address(&listing);
        let fee_schedule = listing::fee_schedule(listing);
        let metadata = listing::token_metadata(listing);
        let price = listing_terms::price(&remove_terms<CoinType>(listing));
        listing::close(seller, listing);
        events::emit_listing_canceled(
            object::object_address(&fee_schedule),
            string::utf8(FIXED_PRICE),
            at,
            signer::address_of(seller),
            price,
            metadata,
            type_info::type_name<CoinType>()
        );
    }

    /// Ends a listing whose token was burnt or pulled out by its creator. One whose token is frozen loses its price, so that
    /// nobody buys it when it thaws, and holds the token until `abandon` is called again. Any other is ended as by
    /// `end_fixed_price`.
    public entry fun abandon<CoinType>(seller: &signer, listing: Object<Listing>) acquires FixedPriceListing {
        require_seller(seller, listing);
        let at = object::object_address(&listing);
        let is_priced = exists<FixedPriceListing<CoinType>>(at);
        assert!(is_priced || listing::is_suspended(listing), error::not_found(ENO_LISTING));
        let (fee_schedule, metadata) = (listing::fee_schedule(listing), listing::token_metadata(listing));
        let price = if (is_priced) listing_terms::price(&remove_terms<CoinType>(listing)) else 0;
        if (listing::is_frozen(listing)) {
            listing::suspend(listing);
        } else {
            listing::abandon(seller, listing);
        };
        if (is_priced) {
            events::emit_listing_canceled(
                object::object_address(&fee_schedule),
                string::utf8(FIXED_PRICE),
                at,
                signer::address_of(seller),
                price,
                metadata,
                type_info::type_name<CoinType>()
            );
        };
    }

    /// Takes several tokens back from sale.
    public entry fun end_fixed_price_many<CoinType>(
        seller: &signer, listings: vector<Object<Listing>>
    ) acquires FixedPriceListing {
        for (i in 0..vector::length(&listings)) {
            end_fixed_price<CoinType>(seller, listings[i]);
        }
    }

    /// Changes the price of a token for sale to a fixed one; its other terms hold on. The event is that of placing it again.
    public entry fun update_fixed_price<CoinType>(
        seller: &signer, listing: Object<Listing>, price: u64
    ) acquires FixedPriceListing {
        require_seller(seller, listing);
        let at = require_listing<CoinType>(listing);
        require_price(price);
        set_terms<CoinType>(listing, listing_terms::at_price(&FixedPriceListing<CoinType>[at].terms, price));
    }

    /// Replaces the terms of several tokens for sale, as `init_with_terms_many` takes them; also of expired ones.
    public entry fun update_terms_many<CoinType>(
        seller: &signer,
        listings: vector<Object<Listing>>,
        prices: vector<u64>,
        end_prices: vector<u64>,
        falls_from: u64,
        falls_until: u64,
        expiration_time: u64,
        reserved_for: address,
        leasts: vector<u64>
    ) acquires FixedPriceListing {
        require_equal_lengths(vector::length(&listings), vector::length(&prices));
        let terms =
            terms_of_each(prices, end_prices, falls_from, falls_until, expiration_time, reserved_for, leasts);
        for (i in 0..vector::length(&terms)) {
            require_first(&listings, i);
            require_seller(seller, listings[i]);
            require_listing<CoinType>(listings[i]);
            set_terms<CoinType>(listings[i], terms[i]);
        }
    }

    /// Changes the prices of several tokens for sale. A batch that names a listing twice is refused: one of its prices would be a mistake.
    public entry fun update_fixed_price_many<CoinType>(
        seller: &signer, listings: vector<Object<Listing>>, prices: vector<u64>
    ) acquires FixedPriceListing {
        require_equal_lengths(vector::length(&listings), vector::length(&prices));
        for (i in 0..vector::length(&prices)) {
            require_first(&listings, i);
            update_fixed_price<CoinType>(seller, listings[i], prices[i]);
        }
    }

    /// Puts v2 tokens up for sale and changes prices of others in one go. The old prices in `_listing_price` are taken and not read.
    public entry fun list_and_update_fixed_price_many<CoinType>(
        seller: &signer,
        objects: vector<Object<ObjectCore>>,
        fee_schedule: Object<FeeSchedule>,
        prices: vector<u64>,
        _listing_price: vector<u64>,
        listed_object: vector<Object<Listing>>,
        updated_price: vector<u64>
    ) acquires FixedPriceListing {
        init_fixed_price_many<CoinType>(seller, objects, fee_schedule, prices);
        update_fixed_price_many<CoinType>(seller, listed_object, updated_price);
    }

    /// As `list_and_update_fixed_price_many`, for v1 tokens of one collection.
    public entry fun list_and_update_fixed_price_tokenv1_many<CoinType>(
        seller: &signer,
        token_creator: address,
        token_collection: String,
        token_names: vector<String>,
        token_property_version: u64,
        fee_schedule: Object<FeeSchedule>,
        prices: vector<u64>,
        _listing_price: vector<u64>,
        listed_object: vector<Object<Listing>>,
        updated_price: vector<u64>
    ) acquires FixedPriceListing {
        init_fixed_price_for_tokenv1_many<CoinType>(
            seller,
            token_creator,
            token_collection,
            token_names,
            token_property_version,
            fee_schedule,
            prices
        );
        update_fixed_price_many<CoinType>(seller, listed_object, updated_price);
    }

    #[view]
    /// Returns the price in this coin now; none when the listing asks for another.
    public fun price<CoinType>(listing: Object<Listing>): Option<u64> acquires FixedPriceListing {
        let at = object::object_address(&listing);
        if (!exists<FixedPriceListing<CoinType>>(at)) return option::none();
        option::some(listing_terms::price(&FixedPriceListing<CoinType>[at].terms))
    }

    #[view]
    /// Returns the price in this coin at which an account can buy now; none when it cannot: the listing asks for another coin, its token
    /// is gone or frozen, it has expired, is reserved for another buyer, or would bring its seller too little.
    public fun price_for<CoinType>(
        listing: Object<Listing>, buyer: address
    ): Option<u64> acquires FixedPriceListing {
        let at = object::object_address(&listing);
        if (!exists<FixedPriceListing<CoinType>>(at) || !listing::is_deliverable(listing)) return option::none();
        let terms = &FixedPriceListing<CoinType>[at].terms;
        let price = listing_terms::price(terms);
        if (listing_terms::can_buy(terms, buyer) && brings_least(listing, terms, price)) option::some(price)
        else option::none()
    }

    #[view]
    /// Returns the terms of a listing in this coin: price, end price, from when and until when it falls, expiration (0: never), the only
    /// buyer (@0x0: anyone), and the least that the seller accepts.
    public fun terms<CoinType>(
        listing: Object<Listing>
    ): (u64, u64, u64, u64, u64, address, u64) acquires FixedPriceListing {
        listing_terms::unpack(&FixedPriceListing<CoinType>[require_listing<CoinType>(listing)].terms)
    }

    fun place<CoinType>(
        seller: &signer, object: Object<ObjectCore>, fee_schedule: Object<FeeSchedule>, terms: Terms
    ): ConstructorRef {
        fee_schedule::require_open(fee_schedule);
        // Without a store of the coin the seller could refuse the proceeds: nobody could buy, at a price that everybody sees.
        coin::register<CoinType>(seller);
        settlement::pay_placing_fee(seller, fee_schedule, listing_terms::price(&terms));
        let constructor_ref = listing::init(seller, object, fee_schedule);
        move_to(&object::generate_signer(&constructor_ref), FixedPriceListing<CoinType> { terms });
        announce_placed<CoinType>(object::object_from_constructor_ref<Listing>(&constructor_ref), &terms);
        constructor_ref
    }

    /// As `place`, if a sale at the first price brings the seller `proceeds` or more.
    fun place_for_at_least<CoinType>(
        seller: &signer, object: Object<ObjectCore>, fee_schedule: Object<FeeSchedule>, terms: Terms, proceeds: u64
    ) {
        let constructor_ref = place<CoinType>(seller, object, fee_schedule, terms);
        let listing = object::object_from_constructor_ref<Listing>(&constructor_ref);
        assert!(
            brings(listing, listing_terms::first_price(&terms), proceeds),
            error::invalid_state(EBRINGS_TOO_LITTLE)
        );
    }

    fun set_terms<CoinType>(listing: Object<Listing>, terms: Terms) acquires FixedPriceListing {
        FixedPriceListing<CoinType>[object::object_address(&listing)].terms = terms;
        announce_placed<CoinType>(listing, &terms);
    }

    /// Aborts for terms of which a price brings the seller too little.
    fun announce_placed<CoinType>(listing: Object<Listing>, terms: &Terms) {
        assert!(always_brings_least(listing, terms), error::invalid_argument(ELEAST_IS_TOO_HIGH));
        let (price, end_price, falls_from, falls_until, expiration_time, reserved_for, least_proceeds) =
            listing_terms::unpack(terms);
        events::emit_listing_placed(
            object::object_address(&listing::fee_schedule(listing)),
            string::utf8(FIXED_PRICE),
            object::object_address(&listing),
            listing::seller(listing),
            price,
            listing::token_metadata(listing),
            reserved_for,
            type_info::type_name<CoinType>(),
            expiration_time,
            end_price,
            falls_from,
            falls_until,
            least_proceeds
        );
    }

    /// Returns whether a sale at this price brings the seller what they accept.
    fun brings_least(listing: Object<Listing>, terms: &Terms, price: u64): bool {
        brings(listing, price, listing_terms::least_proceeds(terms))
    }

    /// Returns whether a sale brings the seller what they accept at each price that these terms ask. Royalty and commission round
    /// down by themselves, so a price can bring an octa less than a lower one: the lowest of a falling one has to bring more. Else
    /// a listing could be shown at a price at which nobody can buy it, for as long as its seller likes.
    fun always_brings_least(listing: Object<Listing>, terms: &Terms): bool {
        let least = listing_terms::least_proceeds(terms);
        if (least == 0) return true;
        let brought = proceeds(listing, listing_terms::lowest_price(terms));
        if (listing_terms::is_falling(terms)) brought > least else brought >= least
    }

    /// Returns whether a sale at this price brings the seller `least` or more. The royalty is read only where that is something: a
    /// burnt token has none.
    fun brings(listing: Object<Listing>, price: u64, least: u64): bool {
        least == 0 || proceeds(listing, price) >= least
    }

    /// Returns what a sale at this price brings the seller.
    fun proceeds(listing: Object<Listing>, price: u64): u64 {
        let (_, royalty) = listing::compute_royalty(listing, price);
        let (left, commission) = (price - royalty, listing::compute_commission(listing, price));
        if (left < commission) 0 else left - commission
    }

    /// Returns checked terms for each price.
    fun terms_of_each(
        prices: vector<u64>,
        end_prices: vector<u64>,
        falls_from: u64,
        falls_until: u64,
        expiration_time: u64,
        reserved_for: address,
        leasts: vector<u64>
    ): vector<Terms> {
        let count = vector::length(&prices);
        require_equal_lengths(count, vector::length(&end_prices));
        require_equal_lengths(count, vector::length(&leasts));
        let each = vector[];
        for (i in 0..count) {
            let terms =
                listing_terms::create(
                    prices[i], end_prices[i], falls_from, falls_until, expiration_time, reserved_for, leasts[i]
                );
            vector::push_back(&mut each, terms);
        };
        each
    }

    fun remove_terms<CoinType>(listing: Object<Listing>): Terms acquires FixedPriceListing {
        let FixedPriceListing { terms } = move_from<FixedPriceListing<CoinType>>(require_listing<CoinType>(listing));
        terms
    }

    fun require_listing<CoinType>(listing: Object<Listing>): address {
        let at = object::object_address(&listing);
        assert!(exists<FixedPriceListing<CoinType>>(at), error::not_found(ENO_LISTING));
        at
    }

    /// Aborts when a batch has named the listing at `position` before.
    fun require_first(listings: &vector<Object<Listing>>, position: u64) {
        let (_, first) = vector::index_of(listings, vector::borrow(listings, position));
        assert!(first == position, error::invalid_argument(EREPRICED_TWICE));
    }

    fun zeros(count: u64): vector<u64> {
        let all = vector[];
        while (vector::length(&all) < count) vector::push_back(&mut all, 0);
        all
    }

    fun require_price(price: u64) {
        assert!(price > 0, error::invalid_argument(EPRICE_IS_ZERO));
    }

    fun require_equal_lengths(items: u64, prices: u64) {
        assert!(items == prices, error::invalid_argument(EUNEQUAL_LENGTHS));
    }

    fun require_seller(seller: &signer, listing: Object<Listing>) {
        assert!(
            listing::seller(listing) == signer::address_of(seller), error::permission_denied(ENOT_SELLER)
        );
    }
}
