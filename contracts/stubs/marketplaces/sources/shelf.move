/// The items for sale in the stubs of other marketplaces. No marketplace has this module.
module marketplace_stubs::shelf {
    use std::error;
    use std::signer;
    use std::string::String;
    use std::vector;
    use aptos_framework::aptos_account;
    use aptos_framework::aptos_coin::AptosCoin;
    use aptos_framework::coin;
    use aptos_framework::object::{Self, DeleteRef, ExtendRef, Object};
    use aptos_token::token::{Self as tokenv1, Token as TokenV1, TokenId};
    use aptos_token_objects::token::Token;

    /// Nobody sells that token here.
    const ENOT_FOR_SALE: u64 = 1;
    /// Another account sells it.
    const ENOT_SELLER: u64 = 2;
    /// It costs something else.
    const EOTHER_PRICE: u64 = 3;

    /// The v1 tokens for sale at one marketplace; at the marketplace's address.
    struct Shelf has key {
        items: vector<Item>
    }

    struct Item has store {
        id: TokenId,
        seller: address,
        price: u64,
        token: TokenV1
    }

    /// One v2 token for sale.
    struct Stand has store {
        token: Object<Token>,
        seller: address,
        price: u64,
        extend_ref: ExtendRef,
        delete_ref: DeleteRef
    }

    /// A surcharge in APT in addition to the price, as a marketplace could have; at `@marketplace_stubs`.
    struct Surcharge has key {
        octas: u64
    }

    public fun id_of(creator: address, collection: String, name: String, property_version: u64): TokenId {
        tokenv1::create_token_id_raw(creator, collection, name, property_version)
    }

    public fun put(marketplace: address, seller: &signer, id: TokenId, price: u64) acquires Shelf {
        let token = tokenv1::withdraw_token(seller, id, 1);
        let item = Item { id, seller: signer::address_of(seller), price, token };
        vector::push_back(&mut Shelf[marketplace].items, item);
    }

    public fun take_back(marketplace: address, seller: &signer, id: TokenId) acquires Shelf {
        let Item { id: _, seller: owner, price: _, token } = take(marketplace, id);
        assert!(owner == signer::address_of(seller), error::permission_denied(ENOT_SELLER));
        tokenv1::deposit_token(seller, token);
    }

    /// Sells for what the seller asks; the price is returned.
    public fun buy<CoinType>(marketplace: address, buyer: &signer, id: TokenId): u64 acquires Shelf {
        let Item { id: _, seller, price, token } = take(marketplace, id);
        aptos_account::deposit_coins(seller, coin::withdraw<CoinType>(buyer, price));
        tokenv1::deposit_token(buyer, token);
        price
    }

    fun take(marketplace: address, id: TokenId): Item acquires Shelf {
        let items = &mut Shelf[marketplace].items;
        for (i in 0..vector::length(items)) {
            if (items[i].id == id) return vector::swap_remove(items, i);
        };
        abort error::not_found(ENOT_FOR_SALE)
    }

    /// A fresh object that owns the token, its signer, and what its marketplace keeps in it.
    public fun stand(seller: &signer, token: Object<Token>, price: u64): (signer, Stand) {
        let ref = object::create_object(signer::address_of(seller));
        object::transfer(seller, token, object::address_from_constructor_ref(&ref));
        let stand = Stand {
            token,
            seller: signer::address_of(seller),
            price,
            extend_ref: object::generate_extend_ref(&ref),
            delete_ref: object::generate_delete_ref(&ref)
        };
        (object::generate_signer(&ref), stand)
    }

    public fun leave_stand(seller: &signer, stand: Stand) {
        assert!(stand.seller == signer::address_of(seller), error::permission_denied(ENOT_SELLER));
        hand_over(stand, signer::address_of(seller));
    }

    public fun buy_from_stand<CoinType>(buyer: &signer, stand: Stand) acquires Surcharge {
        if (exists<Surcharge>(@marketplace_stubs)) {
            let octas = Surcharge[@marketplace_stubs].octas;
            aptos_account::deposit_coins(stand.seller, coin::withdraw<AptosCoin>(buyer, octas));
        };
        aptos_account::deposit_coins(stand.seller, coin::withdraw<CoinType>(buyer, stand.price));
        hand_over(stand, signer::address_of(buyer));
    }

    public fun require_price(stand: &Stand, price: u64) {
        assert!(stand.price == price, error::invalid_argument(EOTHER_PRICE));
    }

    fun hand_over(stand: Stand, to: address) {
        let Stand { token, seller: _, price: _, extend_ref, delete_ref } = stand;
        object::transfer(&object::generate_signer_for_extending(&extend_ref), token, to);
        object::delete(delete_ref);
    }

    #[test_only]
    public fun charge(marketplace_stubs: &signer, octas: u64) {
        move_to(marketplace_stubs, Surcharge { octas });
    }

    #[test_only]
    public fun open(marketplace: &signer) {
        move_to(marketplace, Shelf { items: vector::empty() });
    }
}
