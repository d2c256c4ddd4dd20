import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { MinimalApp } from './minimal-app.ts'

// The browser's program of the minimal page.
const root = document.getElementById('root')
const data = document.getElementById('data')?.textContent
if (root !== null && data) hydrateRoot(root, createElement(MinimalApp, { body: JSON.parse(data) }))
