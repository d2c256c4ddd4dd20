#[test_only]
/// Test fixture: named accounts with money, one v2 and one v1 collection, one marketplace.
module marketplace::world {
    use std::option::{Self, Option};
    use std::signer;
    use std::string::{Self, String};
    use std::vector;
    use aptos_framework::account;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::coin;
    use aptos_framework::object::{Self, ConstructorRef, Object, ObjectCore, TransferRef};
    use aptos_framework::timestamp;
    use aptos_token::token as tokenv1;
    use aptos_token_objects::collection::{Self, Collection};
    use aptos_token_objects::royalty::{Self, MutatorRef};
    use aptos_token_objects::token::{Self as tokenv2, BurnRef, Token};
    use marketplace::fee_schedule::{Self, FeeSchedule};

    /// Another coin, which people hold when a test gives it to them.
    struct OtherCoin {}

    /// References that the creator retained, over the collection's royalty and its tokens. At the creator's address.
    struct Rule has key {
        royalty: MutatorRef,
        tokens: vector<RuledToken>
    }

    struct RuledToken has store {
        token: address,
        transfer_ref: TransferRef,
        burn_ref: Option<BurnRef>
    }

    /// Initial balance of every account.
    const START: u64 = 10000000000;

    public fun creator(): signer { person(@0xc0) }

    public fun seller(): signer { person(@0x5e) }

    public fun buyer(): signer { person(@0xb0) }

    public fun stranger(): signer { person(@0x57) }

    public fun creator_address(): address { @0xc0 }

    public fun seller_address(): address { @0x5e }

    public fun buyer_address(): address { @0xb0 }

    public fun stranger_address(): address { @0x57 }

    /// Receives the marketplace's fees.
    public fun treasury_address(): address { @0xfee }

    /// Receives royalties.
    public fun payee_address(): address { @0xa127 }

    public fun person(at: address): signer {
        account::create_signer_for_test(at)
    }

    public fun start(): u64 { START }

    /// Time 1000 s, money for everyone, a marketplace taking 1.5 %.
    public fun begin(): Object<FeeSchedule> {
        begin_with(15, 1000)
    }

    /// As `begin`, where placing an order costs so much.
    public fun begin_charging(listing_fee: u64): Object<FeeSchedule> {
        begin();
        fee_schedule::init(&person(@marketplace), treasury_address(), listing_fee, 1000, 15)
    }

    public fun begin_with(numerator: u64, denominator: u64): Object<FeeSchedule> {
        let framework = person(@0x1);
        timestamp::set_time_has_started_for_testing(&framework);
        timestamp::update_global_time_for_test_secs(1000);
        let (burn, freeze, mint) =
            coin::initialize<AptosCoin>(&framework, name(b"Aptos Coin"), name(b"APT"), 8, false);
        let people = vector[@0xc0, @0x5e, @0xb0, @0x57];
        for (i in 0..4) {
            coin::register<AptosCoin>(&person(people[i]));
            coin::deposit(people[i], coin::mint<AptosCoin>(START, &mint));
        };
        coin::destroy_burn_cap(burn);
        coin::destroy_freeze_cap(freeze);
        coin::destroy_mint_cap(mint);
        fee_schedule::init(&person(@marketplace), treasury_address(), 0, denominator, numerator)
    }

    /// All traders get as much of the other coin as of APT.
    public fun give_other_coin() {
        let (burn, freeze, mint) =
            coin::initialize<OtherCoin>(&person(@marketplace), name(b"Other Coin"), name(b"OTHER"), 8, false);
        let people = vector[@0xc0, @0x5e, @0xb0, @0x57];
        for (i in 0..4) {
            coin::register<OtherCoin>(&person(people[i]));
            coin::deposit(people[i], coin::mint<OtherCoin>(START, &mint));
        };
        coin::destroy_burn_cap(burn);
        coin::destroy_freeze_cap(freeze);
        coin::destroy_mint_cap(mint);
    }

    /// Returns an account's balance of the other coin.
    public fun other_balance(who: address): u64 {
        coin::balance<OtherCoin>(who)
    }

    public fun at_second(seconds: u64) {
        timestamp::update_global_time_for_test_secs(seconds);
    }

    /// The creator's v2 collection, with a royalty unless the denominator is 0.
    public fun create_collection(royalty_numerator: u64, royalty_denominator: u64) {
        new_collection(royalty_numerator, royalty_denominator);
    }

    /// As `create_collection`; the creator can change its royalty.
    public fun create_mutable_collection(royalty_numerator: u64, royalty_denominator: u64): MutatorRef {
        let ref = new_collection(royalty_numerator, royalty_denominator);
        royalty::generate_mutator_ref(object::generate_extend_ref(&ref))
    }

    /// As `create_mutable_collection`, for stories.
    public fun create_ruled_collection(royalty_numerator: u64, royalty_denominator: u64) {
        let royalty = create_mutable_collection(royalty_numerator, royalty_denominator);
        move_to(&creator(), Rule { royalty, tokens: vector[] });
    }

    /// Creates a v2 token whose creator retained every reference, for scenarios.
    public fun ruled_tokenv2(owner: address): address acquires Rule {
        let ref = fresh_tokenv2();
        let token = object::object_from_constructor_ref<Token>(&ref);
        object::transfer(&creator(), token, owner);
        let at = object::object_address(&token);
        let transfer_ref = object::generate_transfer_ref(&ref);
        let burn_ref = option::some(tokenv2::generate_burn_ref(&ref));
        vector::push_back(&mut Rule[@0xc0].tokens, RuledToken { token: at, transfer_ref, burn_ref });
        at
    }

    /// Moves a token outside of the market, to a person or into another token.
    public fun send(owner: &signer, token: address, to: address) {
        object::transfer_raw(owner, token, to);
    }

    public fun set_royalty(numerator: u64, denominator: u64) acquires Rule {
        set_royalty_by(&Rule[@0xc0].royalty, numerator, denominator);
    }

    public fun lock(token: address) acquires Rule {
        object::disable_ungated_transfer(&borrow_token(token).transfer_ref);
    }

    public fun thaw(token: address) acquires Rule {
        object::enable_ungated_transfer(&borrow_token(token).transfer_ref);
    }

    /// Moves a token to the stranger without its owner's consent.
    public fun pull(token: address) acquires Rule {
        let ref = object::generate_linear_transfer_ref(&borrow_token(token).transfer_ref);
        object::transfer_with_ref(ref, stranger_address());
    }

    public fun burn(token: address) acquires Rule {
        tokenv2::burn(option::extract(&mut borrow_token(token).burn_ref));
    }

    inline fun borrow_token(token: address): &mut RuledToken acquires Rule {
        let tokens = &mut Rule[@0xc0].tokens;
        let at = 0;
        while (vector::borrow(tokens, at).token != token) at = at + 1;
        vector::borrow_mut(tokens, at)
    }

    /// As `create_collection`; the creator can change its name.
    public fun create_renamable_collection(
        royalty_numerator: u64, royalty_denominator: u64
    ): collection::MutatorRef {
        collection::generate_mutator_ref(&new_collection(royalty_numerator, royalty_denominator))
    }

    public fun set_royalty_by(ref: &MutatorRef, numerator: u64, denominator: u64) {
        royalty::update(ref, royalty::create(numerator, denominator, payee_address()));
    }

    public fun rename(ref: &collection::MutatorRef, to: vector<u8>) {
        collection::set_name(ref, name(to));
    }

    fun new_collection(royalty_numerator: u64, royalty_denominator: u64): ConstructorRef {
        let royalty =
            if (royalty_denominator == 0) option::none()
            else option::some(royalty::create(royalty_numerator, royalty_denominator, payee_address()));
        collection::create_unlimited_collection(
            &creator(), name(b""), name(b"Opals"), royalty, name(b"ipfs://opals")
        )
    }

    /// A v2 token of the creator's collection, owned by `owner`.
    public fun tokenv2(owner: address): Object<Token> {
        let ref =
            tokenv2::create(
                &creator(), name(b"Opals"), name(b""), name(b"Opal #1"), option::none(), name(b"ipfs://opal")
            );
        let token = object::object_from_constructor_ref<Token>(&ref);
        object::transfer(&creator(), token, owner);
        token
    }

    /// A v2 token with a royalty of its own, which goes before its collection's.
    public fun tokenv2_with_royalty(owner: address, numerator: u64, denominator: u64): Object<Token> {
        let own = option::some(royalty::create(numerator, denominator, payee_address()));
        let ref =
            tokenv2::create(&creator(), name(b"Opals"), name(b""), name(b"Opal #2"), own, name(b"ipfs://opal"));
        let token = object::object_from_constructor_ref<Token>(&ref);
        object::transfer(&creator(), token, owner);
        token
    }

    /// A v2 token that its creator can burn.
    public fun burnable_tokenv2(owner: address): (Object<Token>, BurnRef) {
        let ref = fresh_tokenv2();
        let token = object::object_from_constructor_ref<Token>(&ref);
        object::transfer(&creator(), token, owner);
        (token, tokenv2::generate_burn_ref(&ref))
    }

    /// Creates a v2 token that its creator can move without its owner's consent.
    public fun revocable_tokenv2(owner: address): (Object<Token>, TransferRef) {
        let ref = fresh_tokenv2();
        let token = object::object_from_constructor_ref<Token>(&ref);
        object::transfer(&creator(), token, owner);
        (token, object::generate_transfer_ref(&ref))
    }

    /// Creates a v2 token whose object outlives its burning, and what its creator retained over it.
    public fun named_tokenv2(owner: address): (Object<Token>, BurnRef, TransferRef) {
        let ref =
            tokenv2::create_named_token(
                &creator(), name(b"Opals"), name(b""), name(b"Opal #4"), option::none(), name(b"ipfs://opal")
            );
        let token = object::object_from_constructor_ref<Token>(&ref);
        object::transfer(&creator(), token, owner);
        (token, tokenv2::generate_burn_ref(&ref), object::generate_transfer_ref(&ref))
    }

    fun fresh_tokenv2(): ConstructorRef {
        tokenv2::create(
            &creator(), name(b"Opals"), name(b""), name(b"Opal #3"), option::none(), name(b"ipfs://opal")
        )
    }

    /// A token of another collection of the creator's.
    public fun foreign_tokenv2(owner: address): Object<Token> {
        collection::create_unlimited_collection(
            &creator(), name(b""), name(b"Pebbles"), option::none(), name(b"ipfs://pebbles")
        );
        let ref =
            tokenv2::create(
                &creator(), name(b"Pebbles"), name(b""), name(b"Pebble #1"), option::none(), name(b"ipfs://pebble")
            );
        let token = object::object_from_constructor_ref<Token>(&ref);
        object::transfer(&creator(), token, owner);
        token
    }

    /// As `tokenv2`, its address.
    public fun tokenv2_at(owner: address): address {
        object::object_address(&tokenv2(owner))
    }

    public fun token_object(token: address): Object<Token> {
        object::address_to_object<Token>(token)
    }

    public fun collection_object(): Object<Collection> {
        object::address_to_object<Collection>(object::create_object_address(&@0xc0, b"Opals"))
    }

    public fun owner_of(token: address): address {
        object::owner(token_object(token))
    }

    public fun as_object(token: Object<Token>): Object<ObjectCore> {
        object::convert<Token, ObjectCore>(token)
    }

    /// A v1 token of the creator's old collection, owned by `owner`.
    public fun tokenv1(owner: &signer, token_name: vector<u8>, numerator: u64, denominator: u64) {
        tokensv1(owner, token_name, 1, numerator, denominator);
    }

    /// As `tokenv1`, several that are alike.
    public fun tokensv1(owner: &signer, token_name: vector<u8>, amount: u64, numerator: u64, denominator: u64) {
        let mutable = vector[false, false, false, false, false];
        if (!tokenv1::check_collection_exists(@0xc0, name(b"Old Opals"))) {
            tokenv1::create_collection(
                &creator(), name(b"Old Opals"), name(b""), name(b""), 0, vector[false, false, false]
            );
        };
        let data =
            tokenv1::create_tokendata(
                &creator(),
                name(b"Old Opals"),
                name(token_name),
                name(b""),
                0,
                name(b""),
                payee_address(),
                denominator,
                numerator,
                tokenv1::create_token_mutability_config(&mutable),
                vector[],
                vector[],
                vector[]
            );
        let id = tokenv1::mint_token(&creator(), data, amount);
        tokenv1::deposit_token(owner, tokenv1::withdraw_token(&creator(), id, amount));
    }

    public fun tokenv1_balance(owner: address, token_name: vector<u8>): u64 {
        tokenv1::balance_of(owner, tokenv1::create_token_id_raw(@0xc0, name(b"Old Opals"), name(token_name), 0))
    }

    public fun name(text: vector<u8>): String {
        string::utf8(text)
    }

    public fun balance(who: address): u64 {
        coin::balance<AptosCoin>(who)
    }

    /// Checks that no money was created or lost: all balances with the escrows equal the initial ones.
    public fun assert_conserved(in_escrow: u64) {
        let total =
            balance(@0xc0) + balance(@0x5e) + balance(@0xb0) + balance(@0x57) + balance(treasury_address())
                + balance(payee_address());
        assert!(total + in_escrow == 4 * START, 9000);
    }

    /// As `assert_conserved`, of the other coin.
    public fun assert_other_conserved(in_escrow: u64) {
        let total =
            other_balance(@0xc0) + other_balance(@0x5e) + other_balance(@0xb0) + other_balance(@0x57)
                + other_balance(treasury_address()) + other_balance(payee_address());
        assert!(total + in_escrow == 4 * START, 9001);
    }

    public fun address_of(who: &signer): address {
        signer::address_of(who)
    }
}
