module aptos_std::type_info {
    use std::string::String;

    native public fun type_name<T>(): String;
}
