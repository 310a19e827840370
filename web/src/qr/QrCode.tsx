import type { QrPicture } from './code';
import styles from './qr-code.module.css';

interface QrCodeProps {
	code: QrPicture;
	/** what it leads to */
	link: string;
	className: string | undefined;
	testid: string;
}

export function QrCode({ code, link, className, testid }: QrCodeProps) {
	return (
		<svg
			className={`${styles.code} ${className ?? ''}`}
			viewBox={`0 0 ${code.size} ${code.size}`}
			role="img"
			aria-label={`QR code of ${link}`}
			data-testid={testid}
		>
			<path d={code.path} />
		</svg>
	);
}
