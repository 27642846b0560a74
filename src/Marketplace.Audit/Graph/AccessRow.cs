namespace Marketplace.Audit.Graph;

/// <summary>A transaction read or made a version of an object.</summary>
/// <param name="Version">The version, from 0.</param>
/// <param name="Service">Index of the service (<see cref="ObjectName.Services"/>).</param>
/// <param name="Unit">Which of its events the transaction did it for, from 0 (S#7).</param>
internal readonly record struct AccessRow(long Key, long Version, int Transaction, byte Service, byte Unit, bool IsWrite)
{
    /// <summary>Compares by object and version; who made a version comes before who read it.</summary>
    public static int Compare(AccessRow a, AccessRow b)
    {
        if (a.Service != b.Service)
            return a.Service.CompareTo(b.Service);
        if (a.Key != b.Key)
            return a.Key.CompareTo(b.Key);
        if (a.Version != b.Version)
            return a.Version.CompareTo(b.Version);
        return a.IsWrite != b.IsWrite ? b.IsWrite.CompareTo(a.IsWrite) : a.Transaction.CompareTo(b.Transaction);
    }

    /// <summary>Whether both are about one object.</summary>
    public bool IsOfObject(in AccessRow other) => Key == other.Key && Service == other.Service;
}
