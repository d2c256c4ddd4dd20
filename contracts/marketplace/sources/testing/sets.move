#[test_only]
/// Builds merkle roots and proofs of small sets, apart from the product's own implementation, which the same stories hold against it.
module marketplace::sets {
    use std::vector;
    use marketplace::token_set;

    /// Returns the root of a set of leaves; nothing for the empty set.
    public fun root(leaves: vector<vector<u8>>): vector<u8> {
        if (vector::is_empty(&leaves)) return vector[];
        let level = sorted(leaves);
        while (vector::length(&level) > 1) level = above(&level);
        level[0]
    }

    /// Returns the siblings from a leaf up to the root; none where the set has no such leaf.
    public fun proof(leaf: vector<u8>, leaves: vector<vector<u8>>): vector<vector<u8>> {
        let (level, siblings) = (sorted(leaves), vector[]);
        let (found, at) = vector::index_of(&level, &leaf);
        if (!found) return siblings;
        while (vector::length(&level) > 1) {
            let sibling = if (at % 2 == 0) at + 1 else at - 1;
            if (sibling < vector::length(&level)) vector::push_back(&mut siblings, level[sibling]);
            level = above(&level);
            at = at / 2;
        };
        siblings
    }

    fun above(level: &vector<vector<u8>>): vector<vector<u8>> {
        let (parents, i) = (vector[], 0);
        while (i < vector::length(level)) {
            let first = *vector::borrow(level, i);
            let parent =
                if (i + 1 < vector::length(level)) token_set::node_for_test(first, *vector::borrow(level, i + 1))
                else first;
            vector::push_back(&mut parents, parent);
            i = i + 2;
        };
        parents
    }

    /// Ascending, each leaf once.
    fun sorted(leaves: vector<vector<u8>>): vector<vector<u8>> {
        let result = vector[];
        for (i in 0..vector::length(&leaves)) {
            let leaf = leaves[i];
            if (vector::contains(&result, &leaf)) continue;
            vector::push_back(&mut result, leaf);
            let at = vector::length(&result) - 1;
            while (at > 0 && token_set::is_less_for_test(&result[at], &result[at - 1])) {
                vector::swap(&mut result, at, at - 1);
                at = at - 1;
            };
        };
        result
    }
}
