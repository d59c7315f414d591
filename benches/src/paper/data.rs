//! Files of measurements: a line of column names, then rows, separated by tabs.

use std::path::{Path, PathBuf};

/// Measurements in rows of equal length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Data {
    /// Returns data without rows.
    pub fn new(columns: &[&str]) -> Self {
        Self { columns: columns.iter().map(|name| (*name).to_owned()).collect(), rows: Vec::new() }
    }

    /// Returns the place of a file of measurements.
    pub fn place(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(format!("{name}.tsv"))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, or its rows differ in length.
    pub fn read(name: &str) -> Result<Self, String> {
        let place = Self::place(name);
        let text =
            std::fs::read_to_string(&place).map_err(|error| format!("{}: {error}", place.display()))?;
        Self::parse(&text).ok_or_else(|| format!("{}: rows differ in length", place.display()))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, name: &str) -> Result<(), String> {
        let place = Self::place(name);
        std::fs::write(&place, self.text()).map_err(|error| format!("{}: {error}", place.display()))
    }

    fn parse(text: &str) -> Option<Self> {
        let cells = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>();
        let mut lines = text.lines();
        let columns = cells(lines.next()?);
        let rows: Vec<Vec<String>> = lines.map(cells).collect();
        rows.iter().all(|row| row.len() == columns.len()).then_some(Self { columns, rows })
    }

    fn text(&self) -> String {
        let lines = std::iter::once(&self.columns).chain(&self.rows);
        lines.map(|cells| cells.join("\t") + "\n").collect()
    }

    /// Returns the cells of some columns, row by row.
    ///
    /// # Errors
    /// There is no column of such a name.
    pub fn cells<const N: usize>(&self, columns: [&str; N]) -> Result<Vec<[&str; N]>, String> {
        let mut at = [0; N];
        for (place, name) in at.iter_mut().zip(columns) {
            let found = self.columns.iter().position(|column| column == name);
            *place = found.ok_or_else(|| format!("the data have no column `{name}`"))?;
        }
        Ok(self.rows.iter().map(|row| at.map(|at| row[at].as_str())).collect())
    }
}

/// Returns a cell as a number.
///
/// # Errors
/// It is none.
pub fn number(cell: &str) -> Result<f64, String> {
    cell.parse().map_err(|_| format!("`{cell}` is not a number"))
}

#[cfg(test)]
mod tests {
    use super::Data;

    #[test]
    fn a_file_holds_what_was_written() {
        let mut data = Data::new(&["name", "bytes"]);
        data.rows.push(vec!["a b".into(), "12".into()]);
        assert_eq!(data.text(), "name\tbytes\na b\t12\n");
        assert_eq!(Data::parse(&data.text()), Some(data.clone()));
        assert_eq!(data.cells(["bytes", "name"]), Ok(vec![["12", "a b"]]));
        assert!(data.cells(["other"]).is_err());
        assert_eq!(Data::parse("a\tb\nc\n"), None);
    }
}
