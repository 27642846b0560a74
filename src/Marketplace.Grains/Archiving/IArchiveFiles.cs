namespace Marketplace.Grains.Archiving;

/// <summary>Opens the files of the archive. A seam: simulation puts memory, and failures, in the place of a disk.</summary>
internal interface IArchiveFiles
{
    /// <summary>Opens an empty file.</summary>
    /// <param name="name">Its name, unique within the archive.</param>
    /// <returns>The file.</returns>
    IArchiveFile Open(string name);
}
