const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">
<path fill="#4285F4" d="M23.5 12.8c0-.8-.1-1.6-.2-2.4H12.5v4.5h6.2c-.3 1.4-1.1 2.6-2.3 3.4v2.9h3.7c2.2-2 3.4-4.9 3.4-8.4z"/>
<path fill="#34A853" d="M12.5 24c3.1 0 5.7-1 7.6-2.8l-3.7-2.9c-1 .7-2.4 1.1-3.9 1.1-3 0-5.5-2-6.4-4.7H2.2v3A11.5 11.5 0 0 0 12.5 24z"/>
<path fill="#FBBC05" d="M6.1 14.7a6.9 6.9 0 0 1 0-4.4v-3H2.2a11.5 11.5 0 0 0 0 10.4l3.9-3z"/>
<path fill="#EA4335" d="M12.5 5.6c1.7 0 3.2.6 4.4 1.7L20.2 4A11 11 0 0 0 12.5 1 11.5 11.5 0 0 0 2.2 7.3l3.9 3c.9-2.7 3.4-4.7 6.4-4.7z"/>
</svg>`

/** The sign of Google's sign-in, as wallets bring theirs: a data address. */
export const GOOGLE_ICON = `data:image/svg+xml;base64,${btoa(SVG)}` as const
