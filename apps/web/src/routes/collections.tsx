import { redirect } from 'react-router'

/** The collections list is part of the landing page. @source docs/product/site.md#collections-list */
export const loader = () => redirect('/#collections')
