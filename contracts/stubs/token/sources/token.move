/// Tokens held in account stores. Property maps and mutation are left out; a token's royalty lives with its creator.
module aptos_token::token {
    use std::error;
    use std::signer;
    use std::string::String;
    use std::vector;
    use aptos_framework::event;

    /// No such token data.
    const ETOKEN_DATA_NOT_PUBLISHED: u64 = 10;
    /// The store has less than that.
    const EINSUFFICIENT_BALANCE: u64 = 5;
    /// The royalty exceeds the price.
    const EINVALID_ROYALTY_NUMERATOR_DENOMINATOR: u64 = 34;
    /// The receiver does not accept direct transfers.
    const EUSER_NOT_OPT_IN_DIRECT_TRANSFER: u64 = 16;
    /// The account has no token store.
    const ETOKEN_STORE_NOT_PUBLISHED: u64 = 11;

    struct TokenDataId has copy, drop, store {
        creator: address,
        collection: String,
        name: String
    }

    struct TokenId has copy, drop, store {
        token_data_id: TokenDataId,
        property_version: u64
    }

    struct Token has store {
        id: TokenId,
        amount: u64
    }

    struct Royalty has copy, drop, store {
        royalty_points_numerator: u64,
        royalty_points_denominator: u64,
        payee_address: address
    }

    struct TokenMutabilityConfig has copy, drop, store {
        maximum: bool,
        uri: bool,
        royalty: bool,
        description: bool,
        properties: bool
    }

    struct TokenStore has key {
        tokens: vector<Token>,
        direct_transfer: bool
    }

    struct TokenData has store {
        id: TokenDataId,
        royalty: Royalty
    }

    struct Collections has key {
        names: vector<String>,
        token_data: vector<TokenData>
    }

    #[event]
    struct TokenDeposit has drop, store {
        account: address,
        id: TokenId,
        amount: u64
    }

    #[event]
    struct TokenWithdraw has drop, store {
        account: address,
        id: TokenId,
        amount: u64
    }

    public fun create_token_data_id(creator: address, collection: String, name: String): TokenDataId {
        TokenDataId { creator, collection, name }
    }

    public fun create_token_id(token_data_id: TokenDataId, property_version: u64): TokenId {
        TokenId { token_data_id, property_version }
    }

    public fun create_token_id_raw(
        creator: address, collection: String, name: String, property_version: u64
    ): TokenId {
        TokenId { token_data_id: TokenDataId { creator, collection, name }, property_version }
    }

    public fun create_collection(
        creator: &signer, name: String, _description: String, _uri: String, _maximum: u64, _mutate_setting: vector<bool>
    ) acquires Collections {
        let account = signer::address_of(creator);
        if (!exists<Collections>(account)) {
            move_to(creator, Collections { names: vector::empty(), token_data: vector::empty() });
        };
        vector::push_back(&mut borrow_global_mut<Collections>(account).names, name);
    }

    public fun create_token_mutability_config(mutate_setting: &vector<bool>): TokenMutabilityConfig {
        TokenMutabilityConfig {
            maximum: mutate_setting[0],
            uri: mutate_setting[1],
            royalty: mutate_setting[2],
            description: mutate_setting[3],
            properties: mutate_setting[4]
        }
    }

    public fun create_tokendata(
        account: &signer,
        collection: String,
        name: String,
        _description: String,
        _maximum: u64,
        _uri: String,
        royalty_payee_address: address,
        royalty_points_denominator: u64,
        royalty_points_numerator: u64,
        _token_mutate_config: TokenMutabilityConfig,
        _property_keys: vector<String>,
        _property_values: vector<vector<u8>>,
        _property_types: vector<String>
    ): TokenDataId acquires Collections {
        assert!(
            royalty_points_numerator <= royalty_points_denominator,
            error::invalid_argument(EINVALID_ROYALTY_NUMERATOR_DENOMINATOR)
        );
        let creator = signer::address_of(account);
        let id = TokenDataId { creator, collection, name };
        let royalty = Royalty {
            royalty_points_numerator,
            royalty_points_denominator,
            payee_address: royalty_payee_address
        };
        vector::push_back(
            &mut borrow_global_mut<Collections>(creator).token_data, TokenData { id, royalty }
        );
        id
    }

    public fun mint_token(account: &signer, token_data_id: TokenDataId, amount: u64): TokenId acquires TokenStore {
        let id = TokenId { token_data_id, property_version: 0 };
        deposit_token(account, Token { id, amount });
        id
    }

    public fun initialize_token_store(account: &signer) {
        if (!exists<TokenStore>(signer::address_of(account))) {
            move_to(account, TokenStore { tokens: vector::empty(), direct_transfer: false });
        }
    }

    public entry fun opt_in_direct_transfer(account: &signer, opt_in: bool) acquires TokenStore {
        initialize_token_store(account);
        borrow_global_mut<TokenStore>(signer::address_of(account)).direct_transfer = opt_in;
    }

    public fun withdraw_token(account: &signer, id: TokenId, amount: u64): Token acquires TokenStore {
        let owner = signer::address_of(account);
        assert!(balance_of(owner, id) >= amount, error::invalid_argument(EINSUFFICIENT_BALANCE));
        let tokens = &mut borrow_global_mut<TokenStore>(owner).tokens;
        let (_, i) = position(tokens, &id);
        event::emit(TokenWithdraw { account: owner, id, amount });
        let held = &mut tokens[i];
        held.amount = held.amount - amount;
        if (held.amount == 0) {
            let Token { id: _, amount: _ } = vector::swap_remove(tokens, i);
        };
        Token { id, amount }
    }

    public fun deposit_token(account: &signer, token: Token) acquires TokenStore {
        initialize_token_store(account);
        deposit_to(signer::address_of(account), token);
    }

    public fun direct_deposit_with_opt_in(account_addr: address, token: Token) acquires TokenStore {
        assert!(exists<TokenStore>(account_addr), error::not_found(ETOKEN_STORE_NOT_PUBLISHED));
        assert!(
            borrow_global<TokenStore>(account_addr).direct_transfer,
            error::permission_denied(EUSER_NOT_OPT_IN_DIRECT_TRANSFER)
        );
        deposit_to(account_addr, token);
    }

    fun deposit_to(owner: address, token: Token) acquires TokenStore {
        event::emit(TokenDeposit { account: owner, id: token.id, amount: token.amount });
        let tokens = &mut borrow_global_mut<TokenStore>(owner).tokens;
        let (found, i) = position(tokens, &token.id);
        if (found) {
            let Token { id: _, amount } = token;
            let held = &mut tokens[i];
            held.amount = held.amount + amount;
        } else {
            vector::push_back(tokens, token);
        }
    }

    fun position(tokens: &vector<Token>, id: &TokenId): (bool, u64) {
        let i = 0;
        while (i < vector::length(tokens)) {
            if (&tokens[i].id == id) return (true, i);
            i = i + 1;
        };
        (false, 0)
    }

    public fun balance_of(owner: address, id: TokenId): u64 acquires TokenStore {
        if (!exists<TokenStore>(owner)) return 0;
        let tokens = &borrow_global<TokenStore>(owner).tokens;
        let (found, i) = position(tokens, &id);
        if (found) tokens[i].amount else 0
    }

    public fun has_token_store(owner: address): bool {
        exists<TokenStore>(owner)
    }

    public fun get_royalty(token_id: TokenId): Royalty acquires Collections {
        get_tokendata_royalty(token_id.token_data_id)
    }

    public fun get_tokendata_royalty(token_data_id: TokenDataId): Royalty acquires Collections {
        assert!(exists<Collections>(token_data_id.creator), error::not_found(ETOKEN_DATA_NOT_PUBLISHED));
        let datas = &borrow_global<Collections>(token_data_id.creator).token_data;
        let i = 0;
        while (i < vector::length(datas)) {
            if (datas[i].id == token_data_id) return datas[i].royalty;
            i = i + 1;
        };
        abort error::not_found(ETOKEN_DATA_NOT_PUBLISHED)
    }

    public fun check_collection_exists(creator: address, name: String): bool acquires Collections {
        exists<Collections>(creator) && vector::contains(&borrow_global<Collections>(creator).names, &name)
    }

    public fun get_royalty_numerator(royalty: &Royalty): u64 {
        royalty.royalty_points_numerator
    }

    public fun get_royalty_denominator(royalty: &Royalty): u64 {
        royalty.royalty_points_denominator
    }

    public fun get_royalty_payee(royalty: &Royalty): address {
        royalty.payee_address
    }

    public fun get_token_id(token: &Token): TokenId {
        token.id
    }

    public fun get_token_amount(token: &Token): u64 {
        token.amount
    }

    public fun get_token_id_fields(token_id: &TokenId): (address, String, String, u64) {
        let data = &token_id.token_data_id;
        (data.creator, data.collection, data.name, token_id.property_version)
    }
}
