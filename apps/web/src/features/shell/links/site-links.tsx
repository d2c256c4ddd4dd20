import { Link } from 'react-router'
import { useSite } from '../../../app/site.tsx'
import styles from '../footer/footer.module.css'

/** Links to the operator's profiles and the legal pages, each in a new tab, and to the help. */
export function SiteLinks() {
  const { socialLinks } = useSite().config
  return (
    <>
      {socialLinks.map(({ name, url }) => (
        <a key={url} href={url} className={styles.link} target="_blank" rel="noreferrer">
          {name}
        </a>
      ))}
      <Link to="/help" className={styles.link}>
        Help
      </Link>
      <Link to="/terms-of-service" className={styles.link} target="_blank">
        Terms
      </Link>
      <Link to="/privacy-policy" className={styles.link} target="_blank">
        Privacy
      </Link>
    </>
  )
}
