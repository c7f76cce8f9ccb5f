//! Archives: every compression, and what is refused.

use std::io::Write as _;

use games::models::Files;
use session::archive::unpack;

/// An archive of three files, which `xz` packed, with a sum by CRC-64.
const CRC64: &[u8] = include_bytes!("packed/crc64.xz");

/// An archive of files.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(u64::try_from(bytes.len()).unwrap());
        // Names that lead elsewhere, too.
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        builder.append(&header, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

fn unpacked(bytes: &[u8]) -> Result<Files, String> {
    unpack(bytes, u64::try_from(bytes.len()).unwrap(), 1 << 30)
}

#[test]
fn unpacks_what_is_needed_however_it_is_compressed() {
    let plain = archive(&[("./index.json", b"{}"), ("b.bin", b"12345678"), ("actions/choices/values.bin", b"1")]);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&plain).unwrap();
    let packed = [CRC64, include_bytes!("packed/crc32.xz"), include_bytes!("packed/none.xz")].map(<[u8]>::to_vec);
    for bytes in [plain, gzip.finish().unwrap()].into_iter().chain(packed) {
        let files = unpacked(&bytes).unwrap();
        assert_eq!(files.keys().map(String::as_str).collect::<Vec<_>>(), ["b.bin", "index.json"]);
        assert_eq!(files["b.bin"], b"12345678");
    }
}

#[test]
fn refuses_what_is_no_model() {
    let no_archive = "found no archive of UMB";
    for (bytes, part) in [
        (b"hello".to_vec(), no_archive),
        (vec![0x1f, 0x8b, 1, 2, 3], no_archive),
        (b"\xfd7zXZ\0hello".to_vec(), "xz: "),
        (archive(&[("a.bin", b"1"), ("./a.bin", b"2")]), "found twice, required each file once"),
        (archive(&[("../a", b"1")]), "leads out of it"),
        (archive(&[("a/../../b", b"1")]), "leads out of it"),
    ] {
        let error = unpacked(&bytes).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
    let whole = archive(&[("index.json", b"{}")]);
    assert!(unpacked(&whole[..600]).is_ok_and(|files| files.len() == 1) || unpacked(&whole[..600]).is_err());
    assert!(unpacked(&whole[..513]).is_err());
}

/// Each bit that is changed in a file of xz is found.
#[test]
fn damaged_files_of_xz_are_refused() {
    assert!(unpacked(CRC64).is_ok());
    for place in 0..CRC64.len() {
        for bit in 0..8 {
            let mut changed = CRC64.to_vec();
            changed[place] ^= 1 << bit;
            let error = unpacked(&changed).expect_err("a damaged file");
            assert!(error.contains("found") && !error.contains('\n'), "{error}");
        }
        assert!(unpacked(&CRC64[..place]).is_err() || place == 0, "{place}");
    }
    // A size of the footer with all bits.
    let mut footer = CRC64.to_vec();
    let end = footer.len();
    footer[end - 8..end - 4].fill(0xff);
    assert!(unpacked(&footer).unwrap_err().contains("xz: "));
    let sha = unpacked(include_bytes!("packed/sha256.xz")).unwrap_err();
    assert!(sha.contains("xz --check=crc64"), "{sha}");
    assert!(unpacked(&[CRC64, CRC64].concat()).unwrap_err().contains("more behind the end"));
}

/// 64 MiB of zeros in 10 kB.
#[test]
fn refuses_a_bomb_of_xz() {
    let zeros = include_bytes!("packed/zeros.xz");
    let error = unpack::<Vec<u8>>(&zeros[..], 1 << 14, 1 << 20).unwrap_err();
    assert!(error.contains("it takes more memory than it may"), "{error}");
}

/// More zeros than there is memory, in a small file.
#[test]
fn refuses_a_bomb() {
    let mut header = tar::Header::new_ustar();
    header.set_path("index.json").unwrap();
    header.set_size(1 << 50);
    header.set_cksum();
    let error = unpacked(header.as_bytes()).unwrap_err();
    assert!(error.contains("found more than"), "{error}");
}
