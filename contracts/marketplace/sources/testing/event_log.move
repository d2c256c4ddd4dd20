#[test_only]
/// Events of a test, read from the bytes that leave the chain, as indexers read them.
module marketplace::event_log {
    use std::bcs;
    use std::string::{Self, String};
    use std::vector;
    use aptos_std::from_bcs;
    use aptos_std::type_info;
    use aptos_framework::event;
    use aptos_framework::object::{Self, Object};
    use aptos_token_objects::token::{Self as tokenv2, Token};
    use marketplace::events::{
        CollectionOfferCanceled,
        CollectionOfferFilled,
        CollectionOfferPlaced,
        ListingCanceled,
        ListingFilled,
        ListingPlaced,
        PoolDeposited,
        PoolOfferCanceled,
        PoolOfferFilled,
        PoolOfferPlaced,
        PoolWithdrawn,
        TokenMetadata,
        TokenOfferCanceled,
        TokenOfferFilled,
        TokenOfferPlaced
    };

    /// The bytes of one value, and how far they have been read.
    struct Reader has drop {
        bytes: vector<u8>,
        at: u64
    }

    /// The token in an event. Options are lists of none or one.
    struct Named has drop {
        creator: address,
        collection: vector<address>,
        name: String,
        token: vector<address>,
        property_version: vector<u64>
    }

    public fun figures_of_listing_placed(): vector<vector<u64>> { prices<ListingPlaced>(true) }

    public fun figures_of_listing_canceled(): vector<vector<u64>> { prices<ListingCanceled>(true) }

    public fun figures_of_token_offer_placed(): vector<vector<u64>> { prices<TokenOfferPlaced>(false) }

    public fun figures_of_token_offer_canceled(): vector<vector<u64>> { prices<TokenOfferCanceled>(false) }

    public fun figures_of_collection_offer_placed(): vector<vector<u64>> { prices<CollectionOfferPlaced>(false) }

    public fun figures_of_collection_offer_canceled(): vector<vector<u64>> { prices<CollectionOfferCanceled>(false) }

    /// Of each deposit its amount, and what the pool held since.
    public fun figures_of_pool_deposited(): vector<vector<u64>> { pools<PoolDeposited>() }

    public fun figures_of_pool_withdrawn(): vector<vector<u64>> { pools<PoolWithdrawn>() }

    public fun figures_of_pool_offer_placed(): vector<vector<u64>> { prices<PoolOfferPlaced>(false) }

    public fun figures_of_pool_offer_canceled(): vector<vector<u64>> { prices<PoolOfferCanceled>(false) }

    /// Of each sale its price, commission and royalty, in this order.
    public fun figures_of_listing_filled(): vector<vector<u64>> { sales<ListingFilled>(true) }

    public fun figures_of_token_offer_filled(): vector<vector<u64>> { sales<TokenOfferFilled>(false) }

    public fun figures_of_collection_offer_filled(): vector<vector<u64>> { sales<CollectionOfferFilled>(false) }

    public fun figures_of_pool_offer_filled(): vector<vector<u64>> { sales<PoolOfferFilled>(false) }

    /// Addresses of the newest `count` orders, oldest first.
    public fun last_listings_placed(count: u64): vector<address> { newest<ListingPlaced>(true, count) }

    public fun last_token_offers_placed(count: u64): vector<address> { newest<TokenOfferPlaced>(false, count) }

    public fun last_collection_offers_placed(count: u64): vector<address> { newest<CollectionOfferPlaced>(false, count) }

    public fun last_pool_offers_placed(count: u64): vector<address> { newest<PoolOfferPlaced>(false, count) }

    public fun is_about_tokenv1(metadata: TokenMetadata, name: String, property_version: u64): bool {
        let said = named(&mut Reader { bytes: bcs::to_bytes(&metadata), at: 0 });
        said.name == name && said.property_version == vector[property_version] && said.token == vector[]
            && said.collection == vector[]
    }

    public fun is_about_tokenv2(metadata: TokenMetadata, token: Object<Token>): bool {
        let said = named(&mut Reader { bytes: bcs::to_bytes(&metadata), at: 0 });
        let collection = object::object_address(&tokenv2::collection_object(token));
        said.token == vector[object::object_address(&token)] && said.name == tokenv2::name(token)
            && said.collection == vector[collection] && said.property_version == vector[]
    }

    /// Returns whether the newest canceled token offer was emitted as one for a token that is gone.
    public fun last_cancel_names_a_burnt_token(): bool {
        let all = event::emitted_events<TokenOfferCanceled>();
        let reader = after_marketplace(&all[vector::length(&all) - 1], false);
        skip(&mut reader, 72);
        let said = named(&mut reader);
        said.creator == @0x1 && said.token == vector[] && said.name == string::utf8(b" burned")
    }

    /// Returns whether the newest event of this kind ends with the coin and these numbers, the last fields of every event.
    public fun last_ends_with<Event: drop + store, CoinType>(numbers: vector<u64>): bool {
        let all = event::emitted_events<Event>();
        let expected = bcs::to_bytes(&type_info::type_name<CoinType>());
        vector::append(&mut expected, bytes_of(&numbers));
        ends_with(&bcs::to_bytes(&all[vector::length(&all) - 1]), &expected)
    }

    /// Returns whether the newest event of this kind ends with these numbers.
    public fun last_ends_with_numbers<Event: drop + store>(numbers: vector<u64>): bool {
        let all = event::emitted_events<Event>();
        ends_with(&bcs::to_bytes(&all[vector::length(&all) - 1]), &bytes_of(&numbers))
    }

    fun bytes_of(numbers: &vector<u64>): vector<u8> {
        let bytes = vector[];
        vector::for_each_ref(numbers, |number| vector::append(&mut bytes, bcs::to_bytes(number)));
        bytes
    }

    fun ends_with(bytes: &vector<u8>, expected: &vector<u8>): bool {
        let (end, count) = (vector::length(bytes), vector::length(expected));
        let reader = Reader { bytes: *bytes, at: end - count };
        read_bytes(&mut reader, count) == *expected
    }

    /// Prices follow the order and one person.
    fun prices<Event: drop + store>(is_listing: bool): vector<vector<u64>> {
        let figures = vector[];
        vector::for_each_ref(
            &event::emitted_events<Event>(),
            |emitted| {
                let reader = after_marketplace(emitted, is_listing);
                skip(&mut reader, 64);
                vector::push_back(&mut figures, vector[read_u64(&mut reader)]);
            }
        );
        figures
    }

    /// Prices follow the order and two people; sales of listings name the commission first, those of offers the royalty.
    fun sales<Event: drop + store>(is_listing: bool): vector<vector<u64>> {
        let figures = vector[];
        vector::for_each_ref(
            &event::emitted_events<Event>(),
            |emitted| {
                let reader = after_marketplace(emitted, is_listing);
                skip(&mut reader, 96);
                let price = read_u64(&mut reader);
                let first = read_u64(&mut reader);
                let second = read_u64(&mut reader);
                let (commission, royalty) = if (is_listing) (first, second) else (second, first);
                vector::push_back(&mut figures, vector[price, commission, royalty]);
            }
        );
        figures
    }

    /// Amount and balance follow the bidder and the coin.
    fun pools<Event: drop + store>(): vector<vector<u64>> {
        let figures = vector[];
        vector::for_each_ref(
            &event::emitted_events<Event>(),
            |emitted| {
                let reader = Reader { bytes: bcs::to_bytes(emitted), at: 32 };
                read_string(&mut reader);
                let amount = read_u64(&mut reader);
                vector::push_back(&mut figures, vector[amount, read_u64(&mut reader)]);
            }
        );
        figures
    }

    fun newest<Event: drop + store>(is_listing: bool, count: u64): vector<address> {
        let all = event::emitted_events<Event>();
        let orders = vector[];
        let first = vector::length(&all) - count;
        for (i in 0..count) {
            let reader = after_marketplace(&all[first + i], is_listing);
            vector::push_back(&mut orders, read_address(&mut reader));
        };
        orders
    }

    /// Every event begins with its marketplace, those of listings with the kind of sale after it.
    fun after_marketplace<Event>(emitted: &Event, is_listing: bool): Reader {
        let reader = Reader { bytes: bcs::to_bytes(emitted), at: 32 };
        if (is_listing) { read_string(&mut reader); };
        reader
    }

    fun named(reader: &mut Reader): Named {
        let creator = read_address(reader);
        read_string(reader);
        let collection = if (read_byte(reader) == 0) vector[] else vector[read_address(reader)];
        let name = read_string(reader);
        let token = if (read_byte(reader) == 0) vector[] else vector[read_address(reader)];
        let property_version = if (read_byte(reader) == 0) vector[] else vector[read_u64(reader)];
        Named { creator, collection, name, token, property_version }
    }

    fun read_byte(reader: &mut Reader): u8 {
        skip(reader, 1);
        reader.bytes[reader.at - 1]
    }

    fun read_bytes(reader: &mut Reader, count: u64): vector<u8> {
        let bytes = vector[];
        for (i in 0..count) vector::push_back(&mut bytes, read_byte(reader));
        bytes
    }

    fun read_address(reader: &mut Reader): address {
        from_bcs::to_address(read_bytes(reader, 32))
    }

    fun read_u64(reader: &mut Reader): u64 {
        let value = 0;
        let bytes = read_bytes(reader, 8);
        for (i in 0..8) value = (value << 8) | (bytes[7 - i] as u64);
        value
    }

    /// Texts of tests are shorter than 128 bytes, so that one byte tells their length.
    fun read_string(reader: &mut Reader): String {
        let length = read_byte(reader);
        string::utf8(read_bytes(reader, (length as u64)))
    }

    fun skip(reader: &mut Reader, count: u64) {
        reader.at = reader.at + count;
    }
}
