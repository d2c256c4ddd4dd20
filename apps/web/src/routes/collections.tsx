import { redirect } from 'react-router'

/** The collections list is part of the landing page. @source spec 000, section 2 "The hash #collections shows the collections list" */
export const loader = () => redirect('/#collections')
